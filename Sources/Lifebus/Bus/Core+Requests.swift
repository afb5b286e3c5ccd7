/// What the parts of the public face ask of the machine, each one step.
extension Core {
  @usableFromInline
  func accept(_ entry: Entry) {
    step { machine, now, effects in machine.accept(entry, now, &effects) }
  }

  /// Accepts the entry; inlined where events are posted, so that a receipt that is dropped costs nothing.
  @inlinable @inline(__always)
  func post(_ entry: Entry) -> Receipt {
    accept(entry)
    return Receipt(entry: entry, core: self)
  }

  @usableFromInline
  func publish(_ entry: Entry) async throws -> Receipt {
    let receipt = Receipt(entry: entry, core: self)
    if step({ machine, now, effects in machine.acceptAtOnce(entry, now, &effects) }) { return try receipt.checked() }
    // Each time that there is room for somebody, all who wait ask again: the first comes first.
    while try await waitForRoom(entry) == .wait {}
    _ = try receipt.checked()
    try await stored(entry)
    return receipt
  }

  private enum Room { case found, wait }

  private func waitForRoom(_ entry: Entry) async throws -> Room {
    var isAccepted = false
    try await wait { (machine: inout Machine, waiter: Waiter<Void>, effects) in
      let accepted: Void? = machine.acceptIfRoom(entry, waiter, machine.now, &effects)
      isAccepted = accepted != nil
      return accepted
    }
    return isAccepted ? .found : .wait
  }

  func stored(_ entry: Entry) async throws {
    try await wait { machine, waiter, effects in machine.awaitStored(entry, waiter, &effects) }
  }

  func reserve(_ id: HandlerID, for selectors: [KindSelector], policy: Policy) throws {
    try step { machine, now, effects in
      if let slot = machine.slotsByID[id], !machine.slots[slot].isEnded { return }
      let plan = try machine.plan(id, policy: Policy(), traits: selectors.map(\.traits))
      let cell = Cell(
        id: id, slot: plan.slot, traits: plan.traits, turn: 1, policy: policy, core: self, run: { _ in nil }, stop: {},
        probe: {}
      )
      machine.reserve(cell, policy, plan, now, &effects)
    }
  }

  @usableFromInline
  func register(
    _ id: HandlerID, policy: Policy, traits: [ClauseTraits], isOnMainActor: Bool,
    run: @escaping @Sendable (Start) async -> Start?, stop: @escaping @Sendable () async -> Void,
    probe: @escaping @Sendable () async -> Void
  ) throws -> Registration {
    try step { machine, now, effects in
      let plan = try machine.plan(id, policy: policy, traits: traits)
      let limits = machine.limits
      let cell = Cell(
        id: id, slot: plan.slot, traits: plan.traits, turn: isOnMainActor ? limits.mainActorTurn : limits.turn,
        policy: plan.policy, core: self, run: run, stop: stop, probe: probe)
      let number = machine.register(cell, plan.policy, plan, now, &effects)
      return Registration(core: self, number: number, handler: id)
    }
  }

  func unregister(_ id: HandlerID, _ number: Int) {
    step { machine, now, effects in machine.unregister(id, number, now, &effects) }
  }

  // MARK: Gates

  func verdict(of id: HandlerID) -> Verdict { look { $0.gate(named: id)?.verdict ?? .pending } }

  func verdictStamp(of id: HandlerID) -> Int { look { $0.gate(named: id)?.stamp ?? 0 } }

  func decide(_ id: HandlerID, _ verdict: Verdict, stamp: Int) -> Bool {
    step { machine, now, effects in machine.decide(id, verdict, stamp: stamp, now, &effects) }
  }

  func verdict(of id: HandlerID, otherThan known: Verdict, within limit: Duration? = nil) async throws -> Verdict {
    let deadline = limit.map { time.now() + $0 }
    return try await wait { machine, waiter, effects in
      machine.awaitVerdict(of: id, otherThan: known, until: deadline, waiter, &effects)
    }
  }

  // MARK: Waiting and looking

  /// What a reader gets next; nothing at the end, and when the calling task is cancelled.
  func nextActivity(of reader: Int) async -> [Activity] {
    (try? await wait { machine, waiter, _ in machine.awaitActivity(of: reader, waiter) }) ?? []
  }

  func endReading(_ reader: Int) {
    step { machine, _, effects in machine.removeReader(reader, &effects) }
  }

  func disposition(of entry: Entry) -> Receipt.Disposition { look { _ in entry.notes?.disposition ?? .accepted } }

  func sequence(of entry: Entry) -> Int { look { _ in (entry.notes?.original ?? entry).sequence } }

  func derived(from entry: Entry) -> [Entry] { look { _ in (entry.notes?.original ?? entry).notes?.derived ?? [] } }

  func outcomes(of entry: Entry) -> [HandlerID: Outcome] {
    step { machine, _, effects in machine.outcomes(of: entry, &effects) }
  }

  func settle(_ entry: Entry, within limit: Duration? = nil, for cell: Cell? = nil) async throws -> [HandlerID: Outcome] {
    let deadline = limit.map { time.now() + $0 }
    return try await wait { machine, waiter, effects in
      machine.awaitSettling(of: entry, until: deadline, for: cell, waiter, &effects)
    }
  }

  // MARK: Shutdown

  func shutDown(grace: Duration) async -> ShutdownReport {
    step { machine, now, effects in machine.shutDown(grace: grace, now, &effects) }
    // Tasks of the bus's own: a caller that is cancelled, or a `stop()` that does not return, holds nothing up.
    startTask { await self.stopHandlers() }
    return await startTask {
      await self.waitRegardless { machine, waiter, _ in machine.awaitStopped(waiter) }
    }.value
  }

  /// Stops the handlers when the bus has drained, unless another shutdown does so.
  private func stopHandlers() async {
    await waitRegardless { machine, waiter, _ in machine.awaitDrained(waiter) }
    guard let cells = step({ machine, _, effects in machine.claimStops(&effects) }) else { return }
    for cell in cells {
      await cell.stop()
      look { $0.hasStopped(cell) }
    }
    step { machine, _, effects in machine.finishStops(&effects) }
  }
}
