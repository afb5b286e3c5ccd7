/// How gates open and close, and whose the events behind them are.
extension Machine {
  func gate(named id: HandlerID) -> GateState? { gatesByID[id].map { gates[$0] } }

  mutating func index(ofGate id: HandlerID) -> GateIndex {
    if let index = gatesByID[id] { return index }
    gates.append(GateState(id))
    gatesByID[id] = gates.count - 1
    return gates.count - 1
  }

  /// Gives a verdict; false if it was decided before a later one.
  mutating func decide(
    _ id: HandlerID, _ verdict: Verdict, stamp: Int, _ now: Duration, _ effects: inout Effects
  ) -> Bool {
    let gate = index(ofGate: id)
    guard stamp == gates[gate].stamp, !shutdown.isDrained else { return false }
    relay(verdict, of: id, &effects)
    guard verdict != gates[gate].verdict else { return true }
    setVerdict(gate, verdict, now, &effects)
    return true
  }

  mutating func setVerdict(_ gate: GateIndex, _ verdict: Verdict, _ now: Duration, _ effects: inout Effects) {
    // Before anything changes: all that was published until now is taken along as whoever's is in.
    forEachBehind(gate) { machine, slot in
      machine.callBack(slot, now, &effects)
      machine.takeAlong(slot)
      machine.dropBeyondLimit(slot, &effects)
    }
    if gates[gate].isOpen, gates[gate].options?.onClose == .cancelRunning { cancelRunning(gate, now, &effects) }
    var owner: OwnerID = 0
    if case .open(let identity) = verdict { owner = ownerID(of: identity) }
    gates[gate].set(verdict, owner: owner, now)
    emit(.verdict(verdict), nil, of: gates[gate].id, &effects)
    if owner != 0 {
      forEachBehind(gate) { machine, slot in machine.endForeign(slot, owner, &effects) }
      forEachBehind(gate) { machine, slot in machine.resume(slot, &effects) }
    }
    for waiting in gates[gate].waiters { effects.resume { waiting.waiter.succeed(verdict) } }
    gates[gate].waiters = []
    if gates[gate].isShutWithVerdict { recheckSettling(&effects) }
    if owner == 0 { forEachBehind(gate) { machine, slot in machine.wakeRoomWaiters(of: slot, &effects) } }
    checkIdle(&effects)
  }

  private mutating func forEachBehind(_ gate: GateIndex, _ body: (inout Machine, Int) -> Void) {
    for slot in slots.indices where slots[slot].gate == gate && !slots[slot].isEnded { body(&self, slot) }
  }

  private mutating func cancelRunning(_ gate: GateIndex, _ now: Duration, _ effects: inout Effects) {
    // Also the last call of a handler that was unregistered.
    for slot in slots.indices where slots[slot].gate == gate && slots[slot].isCalling && slots[slot].call?.isStuck == false {
      slots[slot].call?.isCancelledByGate = true
      cancelLoop(slot, &effects)
    }
  }

  /// Ends, before anything is called, what belongs to somebody else than who comes in.
  mutating func endForeign(_ slot: Int, _ owner: OwnerID, _ effects: inout Effects) {
    let begun = slots[slot].begun.flatMap { _ in slots[slot].backlog.first?.entry }
    let foreign = slots[slot].backlog.extract { $0.owner != 0 && $0.owner != owner }
    if slots[slot].backlog.first?.entry !== begun { slots[slot].begun = nil }
    for waiting in foreign {
      record(.skipped(.identityChanged), slot, waiting.entry, isReplayed: waiting.isReplayed, &effects)
    }
  }

  mutating func ownerID(of identity: Identity) -> OwnerID {
    if let id = owners[identity] { return id }
    let id = OwnerID(owners.count + 1)
    owners[identity] = id
    return id
  }

  // MARK: The limit

  /// From now on gates that stay pending are timed out one day: a user has come.
  mutating func runGateLimits(_ now: Duration, _ effects: inout Effects) {
    guard !gateLimitsRun else { return }
    gateLimitsRun = true
    for gate in gates.indices { startLimit(gate, now, &effects) }
  }

  mutating func startLimit(_ gate: GateIndex, _ now: Duration, _ effects: inout Effects) {
    guard gateLimitsRun, gates[gate].verdict == .pending, gates[gate].deadline == nil, let options = gates[gate].options else {
      return
    }
    switch options.limit {
    case .none: return
    case .standard: gates[gate].deadline = now + limits.gateLimit
    case .after(let limit): gates[gate].deadline = now + limit
    }
    if let deadline = gates[gate].deadline { wake(at: deadline, &effects) }
  }

  mutating func awaitVerdict(
    of id: HandlerID, otherThan known: Verdict, until deadline: Duration?, _ waiter: Waiter<Verdict>, _ effects: inout Effects
  ) -> Verdict? {
    let gate = index(ofGate: id)
    guard gates[gate].verdict == known else { return gates[gate].verdict }
    guard shutdown.isOpen else {
      effects.resume { waiter.fail(LifebusError.closed) }
      return nil
    }
    // Nobody waits for ever, not even for a gate that nobody owns.
    if known == .pending, !gates[gate].isOwned, gateLimitsRun, gates[gate].deadline == nil {
      gates[gate].deadline = now + limits.gateLimit
      wake(at: now + limits.gateLimit, &effects)
    }
    gates[gate].waiters.append(GateState.Waiting(waiter: waiter, deadline: deadline))
    if let deadline { wake(at: deadline, &effects) }
    return nil
  }
}
