internal import Synchronization

/// How a handler gets its events: one turn after another, each the next rule that its cursor meets.
extension Machine {
  /// Takes in what a loop reports and says what it does next.
  mutating func turn(
    _ cell: Cell, _ report: Report, _ budget: TurnBudget.State, _ now: Duration, _ effects: inout Effects
  ) -> Turn {
    let slot = cell.slot
    guard slot < slots.count else { return .rest }
    switch report {
    case .none: break
    case .loan(let next, let calls, let failure): endLoan(slot, next, calls, failure, now, &effects)
    case .call(let failure): endCall(slot, failure, now, &effects)
    }
    guard slots[slot].cell === cell, !slots[slot].isLoopCancelled, !slots[slot].isEnded, !shutdown.isDrained else {
      slots[slot].isLooping = false
      emptyIfEnded(slot, &effects)
      resume(slot, &effects)
      return .rest
    }
    switch budget {
    case .spent: return .pause
    case .overtime: return .yield
    case .fresh, .open: break
    }
    let next = step(slot, now, &effects)
    guard case .rest = next else { return next }
    if budget == .open { return .yield }
    slots[slot].isLooping = false
    if slots[slot].backlog.isEmpty, slots[slot].call == nil { rest(slot, &effects) } else { checkIdle(&effects) }
    return .rest
  }

  /// Starts a loop for what the slot has left, if it has no loop and no call.
  mutating func resume(_ slot: Int, _ effects: inout Effects) {
    guard !slots[slot].isLooping, slots[slot].call == nil, !resting.contains(slot), isServed(slot), !shutdown.isDrained
    else { return }
    startLoop(slot, &effects)
  }

  private mutating func rest(_ slot: Int, _ effects: inout Effects) {
    let wasBehind = slots[slot].position < log.tail - Chunk.capacity || log.head < log.tail - Chunk.capacity
    resting.insert(slot)
    if wasBehind { trimLog(&effects) }
    checkIdle(&effects)
    checkDrained(now, &effects)
    checkAbandoned(&effects)
  }

  /// A registration that has ended keeps its handler no longer than a call of it runs.
  mutating func emptyIfEnded(_ slot: Int, _ effects: inout Effects) {
    guard slots[slot].isEnded, !slots[slot].isLooping, slots[slot].call == nil else { return }
    effects.actions.append(.discard([slots[slot].cell]))
    slots[slot].cell = slots[slot].cell.husk
  }

  /// True for a handler that is called: neither gone, nor still to come, nor quarantined.
  func isServed(_ slot: Int) -> Bool { !slots[slot].isEnded && !slots[slot].isReserved && !slots[slot].isQuarantined }

  // MARK: One step of a cursor

  private mutating func step(_ slot: Int, _ now: Duration, _ effects: inout Effects) -> Turn {
    if let loan = lend(slot, now, &effects) { return loan }
    takeAlong(slot)
    while let head = slots[slot].backlog.first {
      if let blocker = barrier(slot) {
        hold(slot, head, by: blocker, &effects)
        return .rest
      }
      if let notBefore = slots[slot].begun?.notBefore, now < notBefore {
        slots[slot].alarm = notBefore
        wake(at: notBefore, &effects)
        return .rest
      }
      let traits = slots[slot].traits(head.clause)
      if isUsedUp(slot, traits, head.entry) {
        pass(slot, .duplicate, now, &effects)
      } else if traits.keep == .latest, slots[slot].begun == nil, hasNewer(slot, head.clause) {
        pass(slot, .skipped(.collapsed), now, &effects)
      } else {
        return .call(begin(slot, now, &effects))
      }
    }
    return .rest
  }

  /// Lends the loop the rest of a chunk, where no rule but "does it match" has a say: no barrier, no once, nobody who waits for
  /// an outcome or reads activity.
  ///
  /// What changes that calls the loan back.
  private mutating func lend(_ slot: Int, _ now: Duration, _ effects: inout Effects) -> Turn? {
    guard !slots[slot].isCareful, !slots[slot].hasDependents, readers.isEmpty, book.ledger == nil,
      slots[slot].backlog.isEmpty, slots[slot].call == nil, barrier(slot) == nil,
      isRealTime || slots[slot].policy.timeout == nil
    else { return nil }
    let start = slots[slot].position
    guard start < log.tail else { return .rest }
    let chunk = log.chunk(at: start)
    var end = chunk.end
    for sequence in slots[slot].awaited.keys where sequence >= start { end = min(end, sequence + 1) }
    slots[slot].loan = Loan(range: start..<end, sampled: (0, now))
    slots[slot].cell.baton.store(0, ordering: .releasing)
    setAlarm(slot, &effects)
    return .loan(chunk, start..<end)
  }

  /// What the first of the backlog waits for: first its gate, then the handlers that come before.
  mutating func barrier(_ slot: Int) -> HandlerID? {
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
    noteBegin(slot, call, &effects)
    setAlarm(slot, &effects)
    emit(.started(attempt: attempt), head.entry, of: slots[slot].id, isReplayed: head.isReplayed, &effects)
    return Call(head.entry, clause: head.clause, attempt: attempt, isReplayed: head.isReplayed)
  }

  /// Nobody's event is, from its first call on, whoever's is in.
  private func owner(of waiting: Waiting, _ slot: Int) -> OwnerID {
    guard waiting.owner == 0, let gate = slots[slot].gate, !slots[slot].policy.acrossIdentities else { return waiting.owner }
    return gates[gate].owner
  }

  // MARK: The log and the backlog

  /// Moves what the handler wants of the log, from its position to the tail, to its backlog.
  ///
  /// Behind a gate it is done at each change of the verdict, so that all of it was published while the same one was in.
  mutating func takeAlong(_ slot: Int) {
    guard !resting.contains(slot), !slots[slot].isEnded else { return }
    let owner = currentOwner(slot)
    let cell = slots[slot].cell
    while slots[slot].position < log.tail {
      let line = log[slots[slot].position]
      slots[slot].position += 1
      guard let clause = cell.match(line) else { continue }
      slots[slot].backlog.append(Waiting(entry: line.entry.takeUnretainedValue(), clause: clause, owner: owner))
    }
  }

  /// Whose it is what is published now for the handler.
  func currentOwner(_ slot: Int) -> OwnerID {
    slots[slot].policy.acrossIdentities ? 0 : slots[slot].gate.map { gates[$0].owner } ?? 0
  }

  /// Lets cursors that are far behind leave the log, and frees what nobody needs of it.
  mutating func trimLog(_ effects: inout Effects) {
    var first = log.tail
    for slot in slots.indices where !slots[slot].isEnded && !resting.contains(slot) {
      if slots[slot].position < log.tail - limits.logLength {
        callBack(slot, now, &effects)
        takeAlong(slot)
      }
      dropBeyondLimit(slot, &effects)
      first = min(first, slots[slot].position)
    }
    // The last events are kept for whoever asks what became of them.
    let released = log.release(before: min(first, log.tail - Chunk.capacity))
    if !released.isEmpty { effects.actions.append(.discard(released)) }
  }

  // MARK: The end of a loan

  private mutating func endLoan(
    _ slot: Int, _ next: Int, _ calls: Int, _ failure: (any Error)?, _ now: Duration, _ effects: inout Effects
  ) {
    guard let loan = slots[slot].loan else {
      // It was called back: all calls but the last were counted as done there; the last is the running one.
      if slots[slot].call != nil, calls > 0 { endCall(slot, failure, now, &effects) }
      return
    }
    slots[slot].loan = nil
    slots[slot].alarm = nil
    slots[slot].position = next
    slots[slot].done += failure == nil ? calls : calls - 1
    if !slots[slot].awaited.isEmpty { resolve(slot, in: loan.range.lowerBound..<(failure == nil ? next : next - 1), &effects) }
    guard let failure else { return }
    let entry = log[next - 1].entry.takeUnretainedValue()
    slots[slot].call = runningCall(slot, entry, startedAt: loan.sampled.at)
    endCall(slot, failure, now, &effects)
  }

  /// Calls a loan back: the loop ends the call that it is in, if it is in one, and comes for another turn.
  mutating func callBack(_ slot: Int, _ now: Duration, _ effects: inout Effects) {
    guard let loan = slots[slot].loan else { return }
    let baton = slots[slot].cell.baton.bitwiseOr(Cell.revoked, ordering: .acquiringAndReleasing).oldValue
    slots[slot].loan = nil
    slots[slot].alarm = nil
    guard baton != 0 else { return }
    let cell = slots[slot].cell
    slots[slot].position = baton + 1
    slots[slot].done += (loan.range.lowerBound..<baton).count { cell.match(log[$0]) != nil }
    resolve(slot, in: loan.range.lowerBound..<baton, &effects)
    let startedAt = loan.sampled.sequence == baton ? loan.sampled.at : now
    slots[slot].call = runningCall(slot, log[baton].entry.takeUnretainedValue(), startedAt: startedAt)
    setAlarm(slot, &effects)
  }

  /// The record of a call that began within a loan.
  private func runningCall(_ slot: Int, _ entry: Entry, startedAt: Duration) -> RunningCall {
    RunningCall(
      entry: entry, clause: slots[slot].cell.match(entry) ?? 0, attempt: 1, owner: currentOwner(slot), isReplayed: false,
      cell: slots[slot].cell, startedAt: startedAt)
  }

  // MARK: The end of a call

  private mutating func endCall(_ slot: Int, _ failure: (any Error)?, _ now: Duration, _ effects: inout Effects) {
    guard let call = slots[slot].call else { return }
    slots[slot].call = nil
    slots[slot].alarm = nil
    noteReturn(slot, &effects)
    let duration = now - call.startedAt
    if call.isLeftover {
      return emptyIfEnded(slot, &effects)
    } else if call.isStuck {
      emit(.late(duration), call.entry, of: slots[slot].id, isReplayed: call.isReplayed, &effects)
    } else if call.isCancelledByGate, failure is CancellationError {
      cutOff(slot, call, duration, &effects)
    } else if call.timedOutAt != nil {
      fail(slot, call, .timedOut, duration, now, &effects)
    } else if failure is OwnerIsGone {
      end(slot, call, .skipped(.ended), duration, &effects)
      endRegistration(slot, now, &effects)
    } else if let failure {
      fail(slot, call, .failed("\(failure)"), duration, now, &effects)
    } else {
      end(slot, call, .done, duration, &effects)
    }
    resumeDependents(slot, &effects)
    checkDrained(now, &effects)
  }

  private mutating func fail(
    _ slot: Int, _ call: RunningCall, _ outcome: Outcome, _ duration: Duration, _ now: Duration, _ effects: inout Effects
  ) {
    let reason = outcome.reason ?? "timed out"
    slots[slot].lastError = outcome.reason ?? "\(call.entry.kindName) timed out"
    let failures = call.failures + 1
    guard !slots[slot].isEnded else { return end(slot, call, outcome, duration, &effects) }
    if let retry = slots[slot].policy.retry, failures < retry.attempts {
      let wait = retry.wait(after: failures)
      let jitter = retry.jitter == 0 ? 0 : Double.random(in: -retry.jitter...retry.jitter)
      return callAgain(slot, call, failures: failures, notBefore: now + wait + wait * jitter, reason, duration, &effects)
    }
    end(slot, call, slots[slot].policy.keepsDead ? .dead(reason) : outcome, duration, &effects)
  }

  /// A call that its gate cut off has not failed: it comes again when the same identity opens the gate.
  private mutating func cutOff(_ slot: Int, _ call: RunningCall, _ duration: Duration, _ effects: inout Effects) {
    guard !slots[slot].isEnded else { return end(slot, call, .skipped(.ended), duration, &effects) }
    callAgain(slot, call, failures: call.failures, notBefore: nil, "cut off by its gate", duration, &effects)
  }

  /// Puts the event back for another attempt, unless its gate is open for somebody else by now.
  private mutating func callAgain(
    _ slot: Int, _ call: RunningCall, failures: Int, notBefore: Duration?, _ reason: String, _ duration: Duration,
    _ effects: inout Effects
  ) {
    if let gate = slots[slot].gate, gates[gate].isOpen, call.owner != 0, gates[gate].owner != call.owner {
      return end(slot, call, .skipped(.identityChanged), duration, &effects)
    }
    // A successor that does not want the event ends it without a word.
    guard let clause = slots[slot].cell === call.cell ? call.clause : slots[slot].cell.match(call.entry) else { return }
    slots[slot].backlog.prepend(contentsOf: [
      Waiting(entry: call.entry, clause: clause, owner: call.owner, isReplayed: call.isReplayed)
    ])
    slots[slot].begun = Begun(attempt: call.attempt + 1, failures: failures, notBefore: notBefore)
    if isDurable(slot), !call.isReplayed {
      keep([.pause(slots[slot].id, sequence: call.entry.sequence, failures: failures)], &effects)
    }
    emit(.willRetry(reason), call.entry, of: slots[slot].id, isReplayed: call.isReplayed, &effects)
  }

  private mutating func end(
    _ slot: Int, _ call: RunningCall, _ outcome: Outcome, _ duration: Duration, _ effects: inout Effects
  ) {
    let traits = call.cell.traits[call.clause]
    var key: LedgerKey?
    if outcome == .done {
      slots[slot].once.useUp(traits, call.entry)
      key = ledgerKey(slot, traits, call.entry)
    }
    if case .dead(let reason) = outcome { bury(slot, call, reason) }
    record(
      outcome, slot, call.entry, isReplayed: call.isReplayed, duration: duration, remark: call.remark,
      committing: outcome == .done ? call.commitment : nil, key: key, &effects)
  }

  private mutating func bury(_ slot: Int, _ call: RunningCall, _ reason: String) {
    slots[slot].dead.append(
      DeadLetter(
        waiting: Waiting(entry: call.entry, clause: call.clause, owner: call.owner, isReplayed: call.isReplayed), reason: reason
      ))
    if slots[slot].dead.count > limits.deadLetters { slots[slot].dead.removeFirst() }
  }

  /// Records how a delivery ended: the one place where an outcome is told.
  mutating func record(
    _ outcome: Outcome, _ slot: Int, _ entry: Entry, isReplayed: Bool, duration: Duration = .zero,
    remark: String? = nil, committing value: [UInt8]? = nil, key: LedgerKey? = nil, _ effects: inout Effects
  ) {
    if !isReplayed || key != nil { noteEnd(slot, entry, committing: value, key: key, &effects) }
    if outcome == .done { slots[slot].done += 1 } else { slots[slot].counts[outcome.word, default: 0] += 1 }
    // Of a handler that is still registered, what its cursor has passed without a note is done.
    if !isReplayed, outcome != .done || slots[slot].isEnded || entry.isFromEarlierProcess {
      entry.note { [id = slots[slot].id] in $0.endings[id] = outcome }
    }
    emit(
      .ended(outcome, duration: duration), entry, of: slots[slot].id, isReplayed: isReplayed, remark: remark, &effects)
    if !slots[slot].awaited.isEmpty, !isReplayed { resolve(slot, entry.sequence, &effects) }
    wakeRoomWaiters(&effects)
    resumeDependents(slot, &effects)
  }
}
