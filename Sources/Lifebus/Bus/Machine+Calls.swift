/// How a call ends: as an outcome, or with another attempt to come.
extension Machine {
  mutating func endCall(_ slot: Int, _ failure: (any Error)?, _ now: Duration, _ effects: inout Effects) {
    guard let call = slots[slot].call else { return }
    slots[slot].call = nil
    slots[slot].alarm = nil
    noteReturn(slot, &effects)
    let duration = now - call.startedAt
    effects.keep(call.entry)
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
    slots[slot].lastError = (outcome.reason ?? "\(call.entry.kindName) timed out", now)
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
    guard let clause = slots[slot].cell === call.cell ? call.clause : slots[slot].cell.match(call.entry) else {
      return passUnwanted(slot, call.entry, isReplayed: call.isReplayed, &effects)
    }
    slots[slot].backlog.prepend(contentsOf: [
      Waiting(entry: call.entry, clause: clause, owner: call.owner, isReplayed: call.isReplayed)
    ])
    slots[slot].begun = Begun(attempt: call.attempt + 1, failures: failures, notBefore: notBefore)
    if isDurable(slot), !call.isReplayed {
      keep([.pause(slots[slot].id, sequence: call.entry.sequence, attempts: call.attempt, failures: failures)], &effects)
    }
    emit(.willRetry(reason), call.entry, of: slots[slot].id, isReplayed: call.isReplayed, &effects)
  }

  /// A handler that took another's place does not want the event: its cursor passes it, without an outcome.
  mutating func passUnwanted(_ slot: Int, _ entry: Entry, isReplayed: Bool, _ effects: inout Effects) {
    effects.keep(entry)
    guard !isReplayed else { return }
    entry.note { [id = slots[slot].id] in $0.unwanted.insert(id) }
    noteEnd(slot, entry, committing: nil, key: nil, &effects)
    resolve(slot, entry.sequence, &effects)
  }

  private mutating func end(
    _ slot: Int, _ call: RunningCall, _ outcome: Outcome, _ duration: Duration, _ effects: inout Effects
  ) {
    let traits = call.cell.traits[call.clause]
    var key: LedgerKey?
    if outcome == .done {
      useUpOnce(slot, traits, call.entry)
      key = ledgerKey(slot, traits, call.entry)
    }
    if case .dead(let reason) = outcome { bury(slot, call, reason) }
    noteCall(slot, call, duration)
    record(
      outcome, slot, call.entry, isReplayed: call.isReplayed, duration: duration, remark: call.remark,
      committing: outcome == .done ? call.commitment : nil, key: key, &effects)
  }

  /// Keeps what receipts tell of calls, which is known while anybody reads activity.
  mutating func noteCall(_ slot: Int, _ call: RunningCall, _ duration: Duration) {
    guard !readers.isEmpty, !call.isReplayed else { return }
    call.entry.note { [id = slots[slot].id] in $0.calls[id] = CallRecord(attempts: call.attempt, duration: duration) }
  }

  /// The last call of a handler that is gone uses up its key for whoever bears the name later.
  private mutating func useUpOnce(_ slot: Int, _ traits: ClauseTraits, _ entry: Entry) {
    guard slots[slot].isEnded else { return slots[slot].once.useUp(traits, entry) }
    if let successor = slotsByID[slots[slot].id] { return slots[successor].once.useUp(traits, entry) }
    guard traits.once != .everyTime else { return }
    retired[slots[slot].id, default: OnceMemory()].useUp(traits, entry)
  }

  mutating func bury(_ slot: Int, _ call: RunningCall, _ reason: String) {
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
    effects.keep(entry)
    if !isReplayed || key != nil { noteEnd(slot, entry, committing: value, key: key, &effects) }
    if outcome == .done { slots[slot].done += 1 } else { slots[slot].counts[outcome.word, default: 0] += 1 }
    // Of a handler that is still registered, what its cursor has passed without a note is done.
    if !isReplayed, outcome != .done || slots[slot].isEnded || entry.sequence < slots[slot].joined {
      entry.note { [id = slots[slot].id] in $0.endings[id] = outcome }
    }
    emit(
      .ended(outcome, duration: duration), entry, of: slots[slot].id, isReplayed: isReplayed, remark: remark, &effects)
    if !slots[slot].awaited.isEmpty, !isReplayed { resolve(slot, entry.sequence, &effects) }
    wakeRoomWaiter(of: slot, &effects)
    resumeDependents(slot, &effects)
  }
}
