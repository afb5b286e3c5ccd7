/// The next thing that a delivery loop does, as the machine says under the lock.
@usableFromInline
enum Turn: Sendable {
  /// Nothing is left: the loop ends, and the next event starts another. Its worker goes on with this one, if there is one.
  case rest(Start?)
  /// Let others run on the actor, then ask again.
  case pause
  /// Let others run on the thread, then ask again.
  case yield
  /// Deliver what it wants of these events, also of those that are still to come, without the lock: until the range ends,
  /// nothing comes any more, or the loan is called back.
  case loan(Chunk, Range<Int>)
  /// Deliver this one event; the entry is the call's, held for as long as it is called.
  case call(Call, Entry)
}

/// What a delivery loop has to tell when it asks for its next turn.
@usableFromInline
enum Report {
  /// Nothing: the task has just begun, or has let others run.
  case none
  /// Of a loan: all before `next` is passed, `calls` were made, and the last of them threw `failure`, if it did.
  case loan(next: Int, calls: Int, failure: (any Error)?)
  /// Of one call: that it ended, by throwing `failure`, if it did.
  case call(failure: (any Error)?)
}

/// Delivers, isolated to the handler's actor, until nothing is left: no hop and no task for a single event.
@inlinable
func runDeliveryLoop<Isolation: Actor>(
  on actor: isolated Isolation, bodies: [ClauseBody<Isolation>], _ start: Start
) async -> Start? {
  let (cell, core) = (start.cell, start.cell.core)
  var report = Report.none
  var turn = TurnBudget(cell.turn)
  var next = start.loan.map { Turn.loan($0.chunk, $0.range) } ?? core.turn(cell, report, turn.state)
  while true {
    switch next {
    case .rest(let start):
      return start
    case .pause:
      await turn.pause()
      report = .none
    case .yield:
      await turn.yield()
      report = .none
    case .call(let call, let entry):
      var stretch = Stretch(call, cell, turn)
      let failure = await deliver(&stretch, on: actor, bodies: bodies)
      turn = stretch.finish()
      report = .call(failure: failure)
      withExtendedLifetime(entry) {}
    case .loan(let chunk, let range):
      var stretch = Stretch(chunk, range, cell, turn)
      let failure = await deliver(&stretch, on: actor, bodies: bodies)
      turn = stretch.finish()
      report = .loan(next: stretch.place, calls: stretch.calls, failure: failure)
    }
    next = core.turn(cell, report, turn.state)
  }
}

/// Delivers what it can of a stretch, and lets others run meanwhile as often as it has to.
///
/// - Returns: What the last call has thrown, if it has thrown.
@inlinable
func deliver<Isolation: Actor>(
  _ stretch: inout Stretch, on actor: isolated Isolation, bodies: [ClauseBody<Isolation>]
) async -> (any Error)? {
  repeat {
    while let call = stretch.findCall() {
      let body = bodies[Int(call.clause)]
      do {
        if let immediate = body.immediate {
          try immediate(actor, call, &stretch)
        } else if let suspending = body.suspending {
          try await suspending(actor, call, &stretch)
        }
      } catch {
        return error
      }
    }
  } while await stretch.letOthersRun()
  return nil
}
