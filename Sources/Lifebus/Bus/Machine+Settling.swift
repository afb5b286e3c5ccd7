/// Who waits for what became of an event.
extension Machine {
  /// One task that waits for all outcomes of an event.
  struct Settling: Sendable {
    let entry: Entry
    let waiter: Waiter<[HandlerID: Outcome]>
    /// When it takes what is known by then.
    let deadline: Duration?
    /// Whose call waits, if a handler's does.
    let caller: Cell?
    /// The slots whose outcome is still to come.
    var pending = SlotSet()
  }

  /// One task that waits until nothing can move by itself, or until its deadline.
  struct IdleWaiter: Sendable {
    let waiter: Waiter<Bool>
    let deadline: Duration?
  }

  mutating func awaitSettling(
    of posted: Entry, until deadline: Duration?, for caller: Cell?, _ waiter: Waiter<[HandlerID: Outcome]>,
    _ effects: inout Effects
  ) -> [HandlerID: Outcome]? {
    if posted.notes?.disposition == .waitingForLaunch {
      unpublished[waiter.id] = Settling(entry: posted, waiter: waiter, deadline: deadline, caller: caller)
      if let deadline { wake(at: deadline, &effects) }
      return nil
    }
    guard let entry = delivered(posted) else { return [:] }
    var settling = Settling(entry: entry, waiter: waiter, deadline: deadline, caller: caller)
    for slot in slots.indices {
      callBackIfLent(entry, slot, &effects)
      if let standing = standing(of: entry, slot), !standing.isFinal { settling.pending.insert(slot) }
    }
    if let path = deadlock(settling) {
      emit(.wouldDeadlock(path), entry, of: caller?.id, &effects)
      effects.resume { waiter.fail(LifebusError.wouldDeadlock(path)) }
      return nil
    }
    guard !isSettled(settling) else { return outcomes(of: posted, &effects) }
    for slot in settling.pending { slots[slot].awaited.add(waiter.id, for: entry.sequence) }
    self.settling[waiter.id] = settling
    if let deadline { wake(at: deadline, &effects) }
    return nil
  }

  /// How what a call waits for depends on that call; nil if it does not.
  private func deadlock(_ settling: Settling) -> String? {
    guard let caller = settling.caller, caller.slot < slots.count, let call = slots[caller.slot].call, call.cell === caller
    else { return nil }
    let kind = settling.entry.kindName
    if settling.pending.contains(caller.slot) {
      return "handler '\(caller.id)' waits in its call for \(call.entry.kindName) until \(kind) has settled, "
        + "which it is to handle itself after this call: do not wait, or wait outside the handler"
    }
    guard let other = settling.pending.first(where: { !slots[$0].isQuarantined && isAfter($0, caller.slot) }) else {
      return nil
    }
    return "handler '\(caller.id)' waits in its call for \(call.entry.kindName) until \(kind) has settled, "
      + "which '\(slots[other].id)' handles after '\(caller.id)': do not wait, or wait outside the handler"
  }

  /// Notes what a handler has to say of its running call.
  mutating func note(_ remark: String, of cell: Cell, _ sequence: Int) {
    guard isRunning(cell, sequence) else { return }
    slots[cell.slot].call?.remark = remark
  }

  /// Notes what a handler wants kept when its running call is done.
  mutating func commit(_ value: [UInt8], of cell: Cell, _ sequence: Int) {
    guard isRunning(cell, sequence) else { return }
    slots[cell.slot].call?.commitment = value
  }

  /// Gives a running call more time than its timeout.
  mutating func extendTimeout(of cell: Cell, _ sequence: Int, by time: Duration, _ effects: inout Effects) {
    callBack(cell.slot, now, &effects)
    guard isRunning(cell, sequence), time > .zero else { return }
    slots[cell.slot].call?.moreTime += time
    report(.moreTime(time), &effects)
    setAlarm(cell.slot, &effects)
  }

  /// What caused the event of a handler's running call; 0: nothing, or the call is over.
  func cause(of cell: Cell, _ sequence: Int) -> Int {
    guard cell.slot < slots.count, slots[cell.slot].cell === cell else { return 0 }
    if isRunning(cell, sequence) { return slots[cell.slot].call?.entry.cause ?? 0 }
    let isLent = slots[cell.slot].loan?.range.contains(sequence) == true && sequence < log.tail
    return isLent ? log[sequence].entry._withUnsafeGuaranteedRef(\.cause) : 0
  }

  func isRunning(_ cell: Cell, _ sequence: Int) -> Bool {
    guard cell.slot < slots.count, let call = slots[cell.slot].call, call.ending == nil else { return false }
    return call.cell === cell && call.entry.sequence == sequence
  }

  /// The event whose deliveries answer for what was posted: itself, the first one of its id, the change that a report made.
  private func delivered(_ posted: Entry) -> Entry? {
    switch posted.notes?.disposition {
    case nil, .accepted: posted is ReportEntry ? posted.notes?.derived.first : posted
    case .duplicate: posted.notes?.original
    case .waitingForLaunch, .dropped, .refused, .closed: nil
    }
  }

  mutating func callBackIfLent(_ entry: Entry, _ slot: Int, _ effects: inout Effects) {
    guard let loan = slots[slot].loan, loan.range.contains(entry.sequence) else { return }
    callBack(slot, now, &effects)
  }

  mutating func outcomes(of posted: Entry, _ effects: inout Effects) -> [HandlerID: Outcome] {
    guard let entry = delivered(posted) else { return [:] }
    var outcomes = entry.notes?.endings ?? [:]
    outcomes.reserveCapacity(kinds.interests[Int(entry.kind)].slots.count)
    for slot in slots.indices {
      callBackIfLent(entry, slot, &effects)
      if let standing = standing(of: entry, slot) { outcomes[slots[slot].id] = standing }
    }
    for registration in past.all where registration.range.contains(entry.sequence) {
      let id = registration.cell.id
      guard outcomes[id] == nil, entry.notes?.unwanted.contains(id) != true, registration.cell.match(entry) != nil else {
        continue
      }
      outcomes[id] = .done
    }
    return outcomes
  }

  /// What is known of the event's calls, those that run included.
  mutating func calls(of posted: Entry, _ now: Duration, _ effects: inout Effects) -> [HandlerID: CallRecord] {
    guard let entry = delivered(posted) else { return [:] }
    for slot in slots.indices { callBackIfLent(entry, slot, &effects) }
    var calls = Dictionary((entry.notes?.calls ?? []).map { ($0.handler, $0.record) }) { _, last in last }
    for slot in slots {
      guard let call = slot.call, call.entry === entry, !call.isReplayed, !call.isStuck, !call.isLeftover else { continue }
      calls[slot.id] = CallRecord(attempts: call.attempt, duration: now - call.startedAt)
    }
    return calls
  }

  /// How the event's delivery to one handler stands; nil if the handler did not, or does not, want it.
  func standing(of entry: Entry, _ slot: Int) -> Outcome? {
    let sequence = entry.sequence
    if let ending = entry.notes?.endings[slots[slot].id] { return ending }
    if let call = slots[slot].call, call.entry === entry, !call.isReplayed { return .running }
    guard entry.notes?.unwanted.contains(slots[slot].id) != true else { return nil }
    // What was there before this registration waits in its backlog, or has ended with a note.
    guard sequence >= slots[slot].joined || slots[slot].index(of: sequence) != nil else { return nil }
    let isAhead = !resting.contains(slot) && sequence >= slots[slot].position && !slots[slot].isEnded
    guard isAhead || slots[slot].index(of: sequence) != nil || (sequence < log.tail && !slots[slot].isEnded) else { return nil }
    guard slots[slot].cell.match(entry) != nil else { return nil }
    guard isAhead || slots[slot].index(of: sequence) != nil else { return .done }
    if slots[slot].isQuarantined || slots[slot].isReserved { return .held(by: slots[slot].id) }
    return shutGate(slot).map { .held(by: gates[$0].id) } ?? .waiting
  }

  private func isSettled(_ settling: Settling) -> Bool {
    for slot in settling.pending where !isHeldWithVerdict(settling.entry, slot) { return false }
    return true
  }

  /// True if the delivery does not move before its gate opens, and the gate has said that it does not.
  private func isHeldWithVerdict(_ entry: Entry, _ slot: Int, besides seen: Set<Int> = []) -> Bool {
    if shutdown.isDrained { return true }
    guard slots[slot].call?.entry !== entry else { return false }
    if slots[slot].isQuarantined { return true }
    if let gate = shutGate(slot), gates[gate].isShutWithVerdict { return true }
    // Held through another that is held so itself.
    return slots[slot].after.contains { other in
      !seen.contains(other) && slots[other].call == nil
        && (slots[other].backlog.first.map { $0.entry.sequence <= entry.sequence } ?? false)
        && isHeldWithVerdict(entry, other, besides: seen.union([slot]))
    }
  }

  /// An outcome was recorded for the slot.
  mutating func resolve(_ slot: Int, _ sequence: Int, _ effects: inout Effects) {
    for id in slots[slot].awaited.take(sequence) {
      guard let index = settling.index(forKey: id) else { continue }
      settling.values[index].pending.remove(slot)
      let waiting = settling.values[index]
      if isSettled(waiting) { end(waiting, id, &effects) }
    }
  }

  mutating func resolve(_ slot: Int, in passed: Range<Int>, _ effects: inout Effects) {
    while let sequence = slots[slot].awaited.first(from: passed.lowerBound), sequence < passed.upperBound {
      resolve(slot, sequence, &effects)
    }
  }

  private mutating func complete(_ id: ObjectIdentifier, _ effects: inout Effects) {
    guard let settling = settling[id], isSettled(settling) else { return }
    end(settling, id, &effects)
  }

  private mutating func end(_ settling: Settling, _ id: ObjectIdentifier, _ effects: inout Effects) {
    self.settling[id] = nil
    for slot in settling.pending { slots[slot].awaited.remove(id, for: settling.entry.sequence) }
    let outcomes = outcomes(of: settling.entry, &effects)
    effects.resume { settling.waiter.succeed(outcomes) }
  }

  /// A gate has closed or timed out: what it holds is settled.
  mutating func recheckSettling(_ effects: inout Effects) {
    for id in settling.keys { complete(id, &effects) }
  }

  /// What was held for the launch is published, or closed.
  mutating func enrollUnpublished(_ effects: inout Effects) {
    let waiting = unpublished.values
    unpublished = [:]
    for settling in waiting {
      guard
        let outcomes = awaitSettling(
          of: settling.entry, until: settling.deadline, for: settling.caller, settling.waiter, &effects)
      else { continue }
      effects.resume { settling.waiter.succeed(outcomes) }
    }
  }

  /// Forgets a task that waits no more.
  mutating func remove(_ waiter: ObjectIdentifier) {
    for sequence in storeWaiters.keys { storeWaiters[sequence]?.removeAll { $0.id == waiter } }
    unpublished[waiter] = nil
    if let settling = settling.removeValue(forKey: waiter) {
      for slot in settling.pending { slots[slot].awaited.remove(waiter, for: settling.entry.sequence) }
    }
    idleWaiters.removeAll { $0.waiter.id == waiter }
    roomWaiters.removeAll { $0.waiter.id == waiter }
    for gate in gates.indices { gates[gate].waiters.removeAll { $0.waiter.id == waiter } }
    for index in readers.indices { _ = readers[index].waiters.extract { $0.id == waiter } }
  }

  // MARK: Deadlines

  /// Ends the waits whose time is over, with what is known.
  mutating func advanceWaits(_ now: Duration, _ effects: inout Effects) {
    for (id, waiting) in settling {
      guard let deadline = waiting.deadline else { continue }
      if deadline <= now { end(waiting, id, &effects) } else { wake(at: deadline, &effects) }
    }
    for (id, waiting) in unpublished {
      guard let deadline = waiting.deadline else { continue }
      guard deadline <= now else {
        wake(at: deadline, &effects)
        continue
      }
      unpublished[id] = nil
      effects.resume { waiting.waiter.succeed([:]) }
    }
    for gate in gates.indices {
      for waiting in gates[gate].waiters {
        guard let deadline = waiting.deadline else { continue }
        if deadline > now { wake(at: deadline, &effects) } else { effects.resume { waiting.waiter.succeed(.pending) } }
      }
      gates[gate].waiters.removeAll { $0.deadline.map { $0 <= now } ?? false }
    }
    for idle in idleWaiters {
      guard let deadline = idle.deadline else { continue }
      if deadline > now { wake(at: deadline, &effects) } else { effects.resume { idle.waiter.succeed(false) } }
    }
    idleWaiters.removeAll { $0.deadline.map { $0 <= now } ?? false }
  }

  // MARK: Idle

  mutating func awaitIdle(until deadline: Duration?, _ waiter: Waiter<Bool>, _ effects: inout Effects) -> Bool? {
    if isIdle() { return true }
    idleWaiters.append(IdleWaiter(waiter: waiter, deadline: deadline))
    if let deadline { wake(at: deadline, &effects) }
    return nil
  }

  mutating func checkIdle(_ effects: inout Effects) {
    guard !idleWaiters.isEmpty, isIdle() else { return }
    for idle in idleWaiters { effects.resume { idle.waiter.succeed(true) } }
    idleWaiters = []
  }

  private func isIdle() -> Bool {
    slots.indices.allSatisfy { slot in
      if resting.contains(slot) { return true }
      if let call = slots[slot].call { return call.isStuck || call.isLeftover }
      if !isServed(slot) || shutdown.isDrained { return true }
      guard !slots[slot].isLooping, let head = slots[slot].backlog.first else { return false }
      return isHeldWithVerdict(head.entry, slot)
    }
  }
}
