/// A ledger that could not be opened when the bus was made: what needs it waits, all else runs.
extension Machine {
  /// By what those are held that wait for the ledger.
  static let ledgerName: HandlerID = "lifebus.ledger"

  /// True for a handler that may not be called before it is known what the ledger holds.
  func awaitsLedger(_ slot: Int) -> Bool { isDurable(slot) || slots[slot].cell.traits.contains { $0.once.needsLedger } }

  // MARK: Trying

  mutating func tryToOpen(at time: Duration, _ effects: inout Effects) {
    guard book.isAwaited, !shutdown.isStopped else { return }
    queue.retryAt = time
    advanceLedger(now, &effects)
  }

  /// What the ledger task does while the ledger is not open.
  mutating func takeOpening() -> LedgerWork? {
    guard let retryAt = queue.retryAt, retryAt <= now else { return endLedgerWork() }
    queue.retryAt = nil
    return .open(version: book.version)
  }

  /// The ledger is open, with what it holds, or cannot be opened, for the reason that the text gives.
  mutating func opened(_ result: Result<LedgerContents, LedgerFailure>, _ effects: inout Effects) {
    guard !shutdown.isStopped else { return }
    switch result {
    case .success(let found) where found.nextSequence <= log.base: adopt(found, &effects)
    case .success(let found):
      let reason =
        "the ledger's next event is \(found.nextSequence), and this process began with \(log.base): was the clock set back?"
      emit(.notStored("\(reason) Durable handlers wait for the next process"), nil, &effects)
    case .failure(let failure):
      if queue.failure != failure.description { emit(.notStored("the ledger is not open yet: \(failure)"), nil, &effects) }
      queue.failure = failure.description
      tryToOpen(at: now + LedgerQueue.retryAfter, &effects)
    }
  }

  // MARK: Taking in what it holds

  private mutating func adopt(_ found: LedgerContents, _ effects: inout Effects) {
    let present = book.contents
    book.adopt(found)
    book.contents.interests.merge(present.interests) { _, ours in ours }
    book.contents.ids.formUnion(present.ids)
    queue.failure = nil
    for slot in slots.indices where !slots[slot].isEnded {
      catchUp(slot, with: found, &effects)
      if let call = slots[slot].call { noteBegin(slot, call) }
    }
    wakeLedger(&effects)
    for slot in slots.indices { resume(slot, &effects) }
    checkIdle(&effects)
  }

  /// Puts what an earlier process has left before what has waited, as it is when a handler is registered.
  private mutating func catchUp(_ slot: Int, with found: LedgerContents, _ effects: inout Effects) {
    callBack(slot, now, &effects)
    leaveRest(slot)
    if isDurable(slot) {
      endKnown(slot, found.ids, &effects)
      let waiting = slots[slot].backlog.all
      slots[slot].backlog = Deque()
      restore(slot, &effects)
      for waiting in waiting { slots[slot].backlog.append(waiting) }
    }
    settleIn(slot, &effects)
  }

  private mutating func leaveRest(_ slot: Int) {
    guard resting.contains(slot) else { return takeAlong(slot) }
    resting.remove(slot)
    slots[slot].position = log.tail
  }

  /// What has an id that an earlier process accepted is not delivered again, and not stored.
  private mutating func endKnown(_ slot: Int, _ known: Set<EventID>, _ effects: inout Effects) {
    let again = slots[slot].backlog.extract { waiting in waiting.entry.given.map { known.contains($0.id) } ?? false }
    for waiting in again {
      forgetToStore(waiting.entry)
      record(.duplicate, slot, waiting.entry, isReplayed: waiting.isReplayed, &effects)
    }
  }

  private mutating func forgetToStore(_ entry: Entry) {
    queue.waiting.removeAll { if case .store(let other) = $0.sequel { other === entry } else { false } }
    entry.note { $0.isUnstored = false }
  }
}
