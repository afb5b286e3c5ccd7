/// How a call ends: as an outcome, or with another attempt to come.
extension Machine {
  mutating func endCall(_ slot: Int, _ failure: (any Error)?, _ now: Duration, _ effects: inout Effects) {
    guard let call = slots[slot].call, call.ending == nil else { return }
    slots[slot].call = nil
    slots[slot].alarm = nil
    let duration = now - call.startedAt
    effects.keep(call.entry)
    relayEnd(of: call, failure, &effects)
    defer { noteReturn(slot, call) }
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
    } else if failure is CallUnwanted {
      passUnwanted(slot, call.entry, isReplayed: call.isReplayed, &effects)
    } else if let crash = failure as? CallCrashed {
      self.crash(slot, call, crash, duration, now, &effects)
    } else if let failure {
      fail(slot, call, .failed("\(failure)"), isPermanent: failure is PermanentFailure, duration, now, &effects)
    } else {
      end(slot, call, .done, duration, &effects)
    }
    resumeDependents(slot, &effects)
    checkDrained(now, &effects)
  }

  private mutating func fail(
    _ slot: Int, _ call: RunningCall, _ outcome: Outcome, isPermanent: Bool = false, _ duration: Duration, _ now: Duration,
    _ effects: inout Effects
  ) {
    let reason = outcome.reason ?? "timed out"
    slots[slot].lastError = (outcome.reason ?? "\(call.entry.kindName) timed out", now)
    let failures = call.failures + 1
    guard !slots[slot].isEnded else { return end(slot, call, outcome, duration, &effects) }
    if let retry = slots[slot].policy.retry, failures < retry.attempts, !isPermanent {
      let wait = retry.wait(after: failures)
      let jitter = retry.jitter == 0 ? 0 : Double.random(in: -retry.jitter...retry.jitter)
      return callAgain(slot, call, failures: failures, notBefore: now + wait + wait * jitter, reason, duration, &effects)
    }
    end(slot, call, slots[slot].policy.keepsDead ? .dead(reason) : outcome, duration, &effects)
  }

  /// What ran the call has died: that is no failure of the delivery's, which comes again unless it may be called only once.
  private mutating func crash(
    _ slot: Int, _ call: RunningCall, _ crash: CallCrashed, _ duration: Duration, _ now: Duration, _ effects: inout Effects
  ) {
    slots[slot].lastError = (crash.description, now)
    guard slots[slot].policy.durability != .atMostOnce, !slots[slot].isEnded else {
      let outcome: Outcome = slots[slot].policy.durability == .atMostOnce ? .interrupted : .crashed
      return end(slot, call, outcome, duration, &effects)
    }
    callAgain(slot, call, failures: call.failures, notBefore: nil, crash.description, duration, &effects)
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
      let pause = LedgerChange.pause(
        slots[slot].id, sequence: call.entry.sequence, attempts: call.attempt, failures: failures)
      wait(slot, for: .change(pause), &effects)
    }
    emit(.willRetry(reason), call.entry, of: slots[slot].id, isReplayed: call.isReplayed, &effects)
  }

  /// A handler that took another's place does not want the event: its cursor passes it, without an outcome.
  mutating func passUnwanted(_ slot: Int, _ entry: Entry, isReplayed: Bool, _ effects: inout Effects) {
    effects.keep(entry)
    guard !isReplayed else { return }
    entry.note { [id = slots[slot].id] in $0.unwanted.insert(id) }
    if isKept(slot, entry, isReplayed: isReplayed) {
      keep(.end(slots[slot].id, sequence: entry.sequence, outcome: "unwanted", committing: nil), &effects)
    }
    resolve(slot, entry.sequence, &effects)
  }

  /// The delivery has ended: told at once, or when it is noted or the ledger has it.
  private mutating func end(
    _ slot: Int, _ call: RunningCall, _ outcome: Outcome, _ duration: Duration, _ effects: inout Effects
  ) {
    noteCall(slot, call, duration)
    let key = outcome == .done ? ledgerKey(slot, call.cell.traits[call.clause], call.entry) : nil
    let isKept = isKept(slot, call.entry, isReplayed: call.isReplayed)
    guard isKept || key != nil else { return tell(slot, call, outcome, duration, &effects) }
    if outcome == .done, key == nil, noteDone(slot, call, &effects) { return tell(slot, call, outcome, duration, &effects) }
    slots[slot].call = call
    slots[slot].call?.ending = (outcome, duration)
    // The key first: a process that dies between the two repeats nothing.
    if let key, isKept { keep(.useUp(key), &effects) }
    let last =
      isKept
      ? ending(outcome, slot, call.entry, committing: outcome == .done ? call.commitment : nil) : key.map(LedgerChange.useUp)
    if let last { wait(slot, for: .change(last), &effects) }
  }

  /// The ledger has how the slot's call has ended.
  mutating func finishEnding(_ slot: Int, _ effects: inout Effects) {
    guard let call = slots[slot].call, let ending = call.ending else { return }
    slots[slot].call = nil
    effects.keep(call.entry)
    tell(slot, call, ending.outcome, ending.duration, &effects)
    emptyIfEnded(slot, &effects)
  }

  private mutating func tell(
    _ slot: Int, _ call: RunningCall, _ outcome: Outcome, _ duration: Duration, _ effects: inout Effects
  ) {
    let traits = call.cell.traits[call.clause]
    if outcome == .done {
      useUpOnce(slot, traits, call.entry)
      if let key = ledgerKey(slot, traits, call.entry) { book.keys.insert(key.fingerprint) }
      if let value = call.commitment, isKept(slot, call.entry, isReplayed: call.isReplayed) {
        book.contents.committed[slots[slot].id] = value
      }
    }
    if case .dead(let reason) = outcome { bury(slot, call, reason, &effects) }
    tell(
      outcome, slot, call.entry, isReplayed: call.isReplayed, duration: duration, remark: call.remark, &effects)
  }

  /// Keeps what receipts tell of calls, which is known while anybody reads activity.
  mutating func noteCall(_ slot: Int, _ call: RunningCall, _ duration: Duration) {
    guard !readers.isEmpty, !call.isReplayed else { return }
    call.entry.note { [id = slots[slot].id] in $0.calls.append((id, CallRecord(attempts: call.attempt, duration: duration))) }
  }

  /// The last call of a handler that is gone uses up its key for whoever bears the name later.
  private mutating func useUpOnce(_ slot: Int, _ traits: ClauseTraits, _ entry: Entry) {
    guard slots[slot].isEnded else { return slots[slot].once.useUp(traits, entry) }
    if let successor = slotsByID[slots[slot].id] { return slots[successor].once.useUp(traits, entry) }
    guard traits.once != .everyTime else { return }
    retired[slots[slot].id, default: OnceMemory()].useUp(traits, entry)
  }

  mutating func bury(_ slot: Int, _ call: RunningCall, _ reason: String, _ effects: inout Effects) {
    let waiting = Waiting(entry: call.entry, clause: call.clause, owner: call.owner, isReplayed: call.isReplayed)
    slots[slot].dead.append(DeadLetter(waiting: waiting, reason: reason))
    guard slots[slot].dead.count > limits.deadLetters else { return }
    let oldest = slots[slot].dead.removeFirst()
    keepDiscard(oldest, slot, &effects)
  }

  /// Records how a delivery ended that was not called, or whose call does not return, and tells it.
  mutating func record(
    _ outcome: Outcome, _ slot: Int, _ entry: Entry, isReplayed: Bool, duration: Duration = .zero, _ effects: inout Effects
  ) {
    if isKept(slot, entry, isReplayed: isReplayed) { keep(ending(outcome, slot, entry, committing: nil), &effects) }
    tell(outcome, slot, entry, isReplayed: isReplayed, duration: duration, &effects)
  }

  private func ending(_ outcome: Outcome, _ slot: Int, _ entry: Entry, committing value: [UInt8]?) -> LedgerChange {
    if case .dead(let reason) = outcome { return .bury(slots[slot].id, sequence: entry.sequence, reason: reason) }
    return .end(slots[slot].id, sequence: entry.sequence, outcome: outcome.word, committing: value)
  }

  /// Tells how a delivery ended: the one place where an outcome is told.
  private mutating func tell(
    _ outcome: Outcome, _ slot: Int, _ entry: Entry, isReplayed: Bool, duration: Duration, remark: String? = nil,
    _ effects: inout Effects
  ) {
    effects.keep(entry)
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
