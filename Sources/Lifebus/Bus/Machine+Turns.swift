/// How a handler gets its events: one turn after another, each the next rule that its cursor meets.
extension Machine {
  /// Takes in what a loop reports and says what it does next.
  mutating func turn(
    _ cell: Cell, _ report: Report, _ budget: TurnBudget.State, _ now: Duration, _ effects: inout Effects
  ) -> Turn {
    guard cell.slot < slots.count else { return .rest(nil) }
    let worker = slots[cell.slot].worker
    let next = advance(cell, report, budget, now, &effects)
    guard case .rest = next else { return next }
    return .rest(nextStart(after: cell, worker, now, &effects))
  }

  private mutating func advance(
    _ cell: Cell, _ report: Report, _ budget: TurnBudget.State, _ now: Duration, _ effects: inout Effects
  ) -> Turn {
    let slot = cell.slot
    switch report {
    case .none: break
    case .loan(let next, let calls, let failure): endLoan(slot, next, calls, failure, now, &effects)
    case .call(let failure): endCall(slot, failure, now, &effects)
    }
    guard slots[slot].cell === cell, !slots[slot].isLoopCancelled, mayCall(slot), !shutdown.isDrained else {
      endLoop(slot)
      emptyIfEnded(slot, &effects)
      resume(slot, &effects)
      if slots[slot].isQuarantined { recheckSettling(&effects) }
      checkIdle(&effects)
      checkAbandoned(&effects)
      return .rest(nil)
    }
    switch budget {
    case .spent: return .pause
    case .overtime: return .yield
    case .open: break
    }
    let next = step(slot, now, &effects)
    guard case .rest = next else { return next }
    endLoop(slot)
    if slots[slot].backlog.isEmpty, slots[slot].call == nil { rest(slot, &effects) } else { checkIdle(&effects) }
    return .rest(nil)
  }

  /// Starts a loop for what the slot has left, if it has no loop and no call.
  mutating func resume(_ slot: Int, _ effects: inout Effects) {
    guard !slots[slot].isLooping, slots[slot].call == nil, slots[slot].recording == nil, !resting.contains(slot),
      mayCall(slot), !shutdown.isDrained
    else { return }
    startLoop(slot, &effects)
  }

  mutating func rest(_ slot: Int, _ effects: inout Effects) {
    resting.insert(slot)
    if log.head <= log.tail - 2 * Chunk.capacity { trimLog(&effects) }
    checkIdle(&effects)
    checkDrained(now, &effects)
    checkAbandoned(&effects)
  }

  /// A registration that has ended keeps its handler no longer than a call of it runs.
  mutating func emptyIfEnded(_ slot: Int, _ effects: inout Effects) {
    guard slots[slot].isEnded, !slots[slot].isLooping, slots[slot].call == nil else { return }
    effects.actions.append(.discard([slots[slot].cell]))
    slots[slot].cell = slots[slot].cell.husk
    freeSlots.append(slot)
  }

  /// True for a handler that is called: neither gone, nor still to come, nor quarantined.
  func isServed(_ slot: Int) -> Bool { !slots[slot].isEnded && !slots[slot].isReserved && !slots[slot].isQuarantined }

  /// True for a handler that is called now.
  func mayCall(_ slot: Int) -> Bool { isServed(slot) && !slots[slot].isSuspended }

  // MARK: One step of a cursor

  private mutating func step(_ slot: Int, _ now: Duration, _ effects: inout Effects) -> Turn {
    guard slots[slot].recording == nil else { return .rest(nil) }
    if let loan = lend(slot, now, &effects) { return loan }
    takeAlong(slot)
    while let head = slots[slot].backlog.first {
      slots[slot].recall(head)
      if let blocker = barrier(slot) {
        hold(slot, head, by: blocker, &effects)
        return .rest(nil)
      }
      if isDurable(slot), !head.isReplayed, let notes = head.entry.notes {
        if notes.isUnstored { return .rest(nil) }
        if let reason = notes.notStored {
          pass(slot, .failed("not stored: \(reason)"), now, &effects)
          continue
        }
      }
      if let notBefore = slots[slot].begun?.notBefore, now < notBefore {
        slots[slot].alarm = notBefore
        wake(at: notBefore, &effects)
        return .rest(nil)
      }
      let traits = slots[slot].cell.traits[head.clause]
      switch onceState(slot, traits, head.entry) {
      case .usedUp: pass(slot, .duplicate, now, &effects)
      case .ask(let key):
        slots[slot].asked = (head.entry.sequence, nil)
        wait(slot, for: .question(key), &effects)
        return .rest(nil)
      case .fresh where traits.keep == .latest && slots[slot].begun == nil && hasNewer(slot, head.clause):
        pass(slot, .skipped(.collapsed), now, &effects)
      case .fresh:
        guard let claim = claim(slot, head) else { return .call(begin(slot, now, &effects), head.entry) }
        slots[slot].claimed = (head.entry.sequence, owner(of: head, slot))
        wait(slot, for: .change(claim), &effects)
        return .rest(nil)
      }
    }
    return .rest(nil)
  }

  /// What the first of the backlog waits for: the ledger, its gate, then the handlers that come before.
  mutating func barrier(_ slot: Int) -> HandlerID? {
    if book.isAwaited, awaitsLedger(slot) { return Machine.ledgerName }
    if let gate = shutGate(slot) { return gates[gate].id }
    guard !slots[slot].policy.after.isEmpty, let head = slots[slot].backlog.first else { return nil }
    return unfinishedBefore(slot, head.entry.sequence)
  }

  /// The gate that holds the handler, if it is not open.
  func shutGate(_ slot: Int) -> GateIndex? {
    guard let gate = slots[slot].gate, !gates[gate].isOpen else { return nil }
    guard gates[gate].isOwned || slots[slot].policy.behind?.isOptional != true else { return nil }
    return gate
  }

  private mutating func hold(_ slot: Int, _ head: Waiting, by blocker: HandlerID, _ effects: inout Effects) {
    wakeRoomWaiters(of: slot, &effects)
    guard slots[slot].heldEvent != head.entry.sequence else { return }
    slots[slot].heldEvent = head.entry.sequence
    emit(.held(by: blocker), head.entry, of: slots[slot].id, isReplayed: head.isReplayed, &effects)
    checkIdle(&effects)
    checkAbandoned(&effects)
  }

  private mutating func release(_ slot: Int, _ head: Waiting, _ effects: inout Effects) {
    guard slots[slot].heldEvent == head.entry.sequence else { return }
    slots[slot].heldEvent = nil
    emit(.released, head.entry, of: slots[slot].id, isReplayed: head.isReplayed, &effects)
  }

  private func hasNewer(_ slot: Int, _ clause: Int) -> Bool {
    let backlog = slots[slot].backlog
    return (1..<max(1, backlog.count)).contains { backlog[$0].clause == clause }
  }

  /// Gives the first of the backlog its outcome without a call.
  private mutating func pass(_ slot: Int, _ outcome: Outcome, _ now: Duration, _ effects: inout Effects) {
    guard let head = slots[slot].backlog.popFirst() else { return }
    release(slot, head, &effects)
    slots[slot].begun = nil
    record(outcome, slot, head.entry, isReplayed: head.isReplayed, &effects)
  }

  private mutating func begin(_ slot: Int, _ now: Duration, _ effects: inout Effects) -> Call {
    guard let head = slots[slot].backlog.popFirst() else { preconditionFailure("a call without an event") }
    release(slot, head, &effects)
    let begun = slots[slot].begun ?? Begun(attempt: 1)
    let attempt = begun.attempt
    slots[slot].begun = nil
    let call = RunningCall(
      entry: head.entry, clause: head.clause, attempt: attempt, failures: begun.failures, owner: owner(of: head, slot),
      isReplayed: head.isReplayed, cell: slots[slot].cell, startedAt: now)
    slots[slot].call = call
    noteBegin(slot, call)
    setAlarm(slot, &effects)
    emit(.started(attempt: attempt), head.entry, of: slots[slot].id, isReplayed: head.isReplayed, &effects)
    return Call(head.entry, clause: head.clause, attempt: attempt, isReplayed: head.isReplayed)
  }

  /// Nobody's event is, from its first call on, whoever's is in.
  func owner(of waiting: Waiting, _ slot: Int) -> OwnerID {
    guard waiting.owner == 0, let gate = slots[slot].gate, !slots[slot].policy.acrossIdentities else { return waiting.owner }
    return gates[gate].owner
  }
}
