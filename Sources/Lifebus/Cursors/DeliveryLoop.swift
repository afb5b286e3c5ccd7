/// The next thing that a delivery loop does, as the machine says under the lock.
@usableFromInline
enum Turn: Sendable {
  /// Nothing is left: end the task. The next event starts another.
  case rest
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
  on actor: isolated Isolation, bodies: [ClauseBody<Isolation>], cell: Cell, core: Core
) async {
  var report = Report.none
  var turn = TurnBudget(cell.turn)
  while true {
    switch core.turn(cell, report, turn.state) {
    case .rest:
      return
    case .pause:
      await leaveActor()
      turn = TurnBudget(cell.turn, since: turn.start)
      report = .none
    case .yield:
      await Task.yield()
      turn = TurnBudget(cell.turn)
      report = .none
    case .call(let call, let entry):
      turn.count()
      defer { withExtendedLifetime(entry) {} }
      do {
        let body = bodies[Int(call.clause)]
        if let immediate = body.immediate {
          try immediate(actor, call, cell)
        } else if let suspending = body.suspending {
          try await suspending(actor, call, cell)
        }
        report = .call(failure: nil)
      } catch {
        report = .call(failure: error)
      }
    case .loan(let chunk, let range):
      var stretch = Stretch(range)
      while let call = deliver(&stretch, of: chunk, &turn, on: actor, bodies: bodies, cell: cell) {
        do {
          if let suspending = bodies[Int(call.clause)].suspending { try await suspending(actor, call, cell) }
          cell.hasEnded(stretch.place - 1)
        } catch {
          stretch.failure = error
          break
        }
      }
      report = .loan(next: stretch.place, calls: stretch.calls, failure: stretch.failure)
    }
  }
}

/// How far a loop has come with its loan.
@usableFromInline
struct Stretch {
  @usableFromInline var place: Int
  @usableFromInline let end: Int
  @usableFromInline var calls = 0
  @usableFromInline var failure: (any Error)?

  @inlinable
  init(_ range: Range<Int>) {
    place = range.lowerBound
    end = range.upperBound
  }
}

/// Delivers what it can of a loan without a suspension; returns the call that needs one, or nil when the loan is over.
///
/// It is a function of its own, and no part of the loop: what it counts stays in registers.
@inlinable
func deliver<Isolation: Actor>(
  _ stretch: inout Stretch, of chunk: Chunk, _ turn: inout TurnBudget, on actor: isolated Isolation,
  bodies: [ClauseBody<Isolation>], cell: Cell
) -> Call? {
  var place = stretch.place
  var readable = place
  defer { stretch.place = place }
  while place < stretch.end, !turn.isSpent {
    if place == readable {
      readable = chunk.readable(after: place)
      guard place < readable else { return nil }
    }
    let line = chunk[place]
    guard let clause = cell.match(line) else {
      place += 1
      if cell.isCalledBack { return nil }
      continue
    }
    guard cell.mayCall(place) else { return nil }
    place += 1
    stretch.calls += 1
    turn.count()
    let call = line.entry._withUnsafeGuaranteedRef { Call($0, clause: clause) }
    guard let immediate = bodies[clause].immediate else { return call }
    do { try immediate(actor, call, cell) } catch {
      stretch.failure = error
      return nil
    }
    cell.hasEnded(place - 1)
  }
  return nil
}

/// Gives the actor up and takes it again: whoever waits for it comes first.
///
/// It costs a twentieth of a task's yield, which also gives up the thread.
@concurrent @inline(never) @usableFromInline
func leaveActor() async {
  _ = Task.isCancelled
}

/// How much a loop has delivered since it last let others run.
@usableFromInline
struct TurnBudget {
  @usableFromInline
  enum State: Sendable {
    /// Nothing was delivered.
    case fresh
    /// Some was, and there may be more.
    case open
    /// Others come first on the actor.
    case spent
    /// Others come first on the thread.
    case overtime
  }

  /// When it began, in nanoseconds of real time, whatever clock the bus has: it is the thread that is shared.
  @usableFromInline let start: Int64
  @usableFromInline let limit: Int
  @usableFromInline var calls = 0
  @usableFromInline var state = State.fresh

  @inlinable
  init(_ limit: Int, since start: Int64 = realNanoseconds()) {
    self.limit = limit
    self.start = start
  }

  @inlinable var isSpent: Bool { calls >= limit || state == .overtime }

  @inlinable
  mutating func count() {
    calls += 1
    state = calls >= limit ? .spent : .open
    // The clock is read for one call in sixteen, and for the last.
    if calls & 15 == 0 || state == .spent, realNanoseconds() - start >= 1_000_000 { state = .overtime }
  }
}

private let beginning = ContinuousClock.now

/// Real time since some beginning.
@usableFromInline
func realNanoseconds() -> Int64 {
  let (seconds, attoseconds) = beginning.duration(to: .now).components
  return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
}
