internal import Lifebus

/// A handler that does what a scenario says, and writes down each of its calls.
actor ScriptedHandler: LifecycleHandler {
  /// What a call throws that is told to fail.
  struct Failure: Error, CustomStringConvertible {
    var description: String { "the scenario says that it fails" }
  }

  nonisolated let id: HandlerID
  private let clauses: [ScenarioClause]
  private let stage: Stage

  init(_ handler: ScenarioHandler, on stage: Stage) {
    id = HandlerID(handler.name)
    clauses = handler.clauses
    self.stage = stage
  }

  /// A call for a clause whose script waits for something.
  func call<Event: DeliverableEvent>(_ delivery: Delivery<Event>, clause index: Int) async throws {
    let script = clauses[index].script
    guard let ticket = stage.begin(delivery, id, clause: index) else { return }
    guard !ticket.isOneTooMany else { return await stage.life.hang() }
    if script.traps.covers(ticket.number) {
      stage.life.trap()
      return await stage.life.hang()
    }
    defer { stage.end(ticket) }
    let hangs = script.hangs.covers(ticket.number)
    let ignoresCancel = script.ignoresCancel || hangs
    for (post, receipt) in post(script, delivery) where post.isAwaited {
      try await wait(for: receipt, delivery, ignoresCancel: ignoresCancel)
    }
    try await stage.wait(script.duration, ignoresCancel: ignoresCancel)
    if hangs { await stage.life.hang() }
    if script.fails.covers(ticket.number) { throw Failure() }
  }

  /// A call for a clause whose script waits for nothing.
  func callAtOnce<Event: DeliverableEvent>(_ delivery: Delivery<Event>, clause index: Int) throws {
    let script = clauses[index].script
    guard let ticket = stage.begin(delivery, id, clause: index), !ticket.isOneTooMany else { return }
    defer { stage.end(ticket) }
    _ = post(script, delivery)
    if script.fails.covers(ticket.number) { throw Failure() }
  }

  func stop() { stage.stop(id) }

  private func post<Event: DeliverableEvent>(
    _ script: CallScript, _ delivery: Delivery<Event>
  ) -> [(post: CallScript.Post, receipt: Receipt)] {
    script.posts.map { ($0, delivery.post($0.event.event, id: $0.event.eventID)) }
  }

  /// Waits until an event that this call posted has settled; goes on at once if that would never be.
  private func wait<Event: DeliverableEvent>(
    for receipt: Receipt, _ delivery: Delivery<Event>, ignoresCancel: Bool
  ) async throws {
    if ignoresCancel {
      // A task of its own, which the cancel does not reach.
      await Task.detached(executorPreference: stage.executor) { _ = try? await delivery.settled(receipt) }.value
    } else {
      do { _ = try await delivery.settled(receipt) } catch LifebusError.wouldDeadlock { return }
    }
  }
}
