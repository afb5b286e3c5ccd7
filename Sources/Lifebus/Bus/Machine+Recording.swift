/// The way to the ledger, and what follows when something is there.
extension Machine {
  /// Adds a change, and wakes the ledger task.
  mutating func keep(_ change: LedgerChange, then sequel: LedgerRecord.Sequel = .nothing, _ effects: inout Effects) {
    add(LedgerRecord(request: .change(change), sequel: sequel), &effects)
  }

  /// Has a slot wait until something is recorded, or answered.
  mutating func wait(_ slot: Int, for request: LedgerRecord.Request, _ effects: inout Effects) {
    let token = queue.token()
    slots[slot].recording = token
    add(LedgerRecord(request: request, sequel: .go(slot: slot, token: token)), &effects)
  }

  private mutating func add(_ record: LedgerRecord, _ effects: inout Effects) {
    guard book.ledger != nil, !shutdown.isStopped else { return }
    queue.waiting.append(record)
    queue.isDue = true
    if !book.isAwaited { wakeLedger(&effects) }
  }

  mutating func wakeLedger(_ effects: inout Effects) {
    guard !queue.isWriting else { return }
    queue.isWriting = true
    effects.wakesLedger = true
  }

  /// What the ledger task does next; nil: it ends, and is woken again.
  mutating func takeLedgerWork() -> LedgerWork? {
    if book.isAwaited { return takeOpening() }
    while queue.singles > 0, !queue.waiting.isEmpty {
      queue.singles -= 1
      let first = queue.waiting.removeFirst()
      guard queue.isBehindStuck(first) else { return .record([first]) }
      queue.stuck.append(first)
    }
    let isDue = queue.isDue || queue.isClosing
    if (isDue && !queue.waiting.isEmpty) || queue.retryAt.map({ $0 <= now }) == true { return .record(takeBatch()) }
    return endLedgerWork()
  }

  private mutating func takeBatch() -> [LedgerRecord] {
    let batch = queue.stuck + queue.waiting.prefix(LedgerQueue.batchLimit)
    queue.waiting.removeFirst(min(queue.waiting.count, LedgerQueue.batchLimit))
    queue.stuck = []
    queue.isDue = !queue.waiting.isEmpty
    (queue.dueAt, queue.retryAt) = (nil, nil)
    return batch
  }

  /// Nothing is to be recorded; the ledger is closed if that is next.
  mutating func endLedgerWork() -> LedgerWork? {
    queue.isWriting = false
    if queue.waiting.isEmpty { queue.isDue = false }
    guard queue.isClosing, !queue.isSynchronizing else { return nil }
    queue.isClosing = false
    return .close
  }

  /// A batch is recorded, with the answers to its questions, or is not, for the reason that the text gives.
  mutating func recorded(_ batch: [LedgerRecord], _ result: Result<[LedgerKey: Bool], LedgerFailure>, _ effects: inout Effects)
  {
    guard !shutdown.isStopped else { return }
    switch result {
    case .success(let answers):
      queue.failure = nil
      for record in batch where !record.isToOutliveLossOfPower { follow(record, answers, &effects) }
      synchronize(batch.filter(\.isToOutliveLossOfPower), &effects)
    case .failure(let failure):
      if queue.failure != failure.description { emit(.notStored(failure.description), nil, &effects) }
      queue.failure = failure.description
      guard batch.count == 1, let record = batch.first else {
        queue.waiting.insert(contentsOf: batch, at: 0)
        queue.isDue = true
        return queue.singles += batch.count
      }
      setAside(record, failure, &effects)
    }
    checkEnds(&effects)
  }

  mutating func checkEnds(_ effects: inout Effects) {
    checkDrained(now, &effects)
    checkIdle(&effects)
    checkAbandoned(&effects)
  }

  mutating func follow(_ record: LedgerRecord, _ answers: [LedgerKey: Bool], _ effects: inout Effects) {
    switch record.sequel {
    case .nothing: break
    case .store(let entry): stored(entry, failure: nil, &effects)
    case .go(let slot, let token):
      guard slot < slots.count, slots[slot].recording == token else { return }
      slots[slot].recording = nil
      if case .question(let key) = record.request { slots[slot].asked?.isUsedUp = answers[key] }
      finishEnding(slot, &effects)
      if slots[slot].call == nil { book.notes?.note(nil, of: slots[slot].id) }
      goOn(slot, &effects)
      resumeDependents(slot, &effects)
    }
  }

  // MARK: What is not kept

  /// An event that cannot be stored is not accepted; everything else is tried again.
  mutating func setAside(_ record: LedgerRecord, _ failure: LedgerFailure, _ effects: inout Effects) {
    if case .store(let entry) = record.sequel { return stored(entry, failure: failure.description, &effects) }
    if case .go(let slot, let token) = record.sequel, slot < slots.count, slots[slot].recording == token {
      slots[slot].lastError = ("what became of its delivery cannot be recorded: \(failure)", now)
    }
    queue.stuck.append(record)
    let retryAt = now + LedgerQueue.retryAfter
    queue.retryAt = retryAt
    wake(at: retryAt, &effects)
  }

  /// Records what has waited for company, and tries again what could not be recorded.
  mutating func advanceLedger(_ now: Duration, _ effects: inout Effects) {
    advanceNoted(now, &effects)
    guard let retryAt = queue.retryAt else { return }
    if retryAt <= now { wakeLedger(&effects) } else { wake(at: retryAt, &effects) }
  }

  /// The slot goes on after a wait for the ledger.
  mutating func goOn(_ slot: Int, _ effects: inout Effects) {
    guard !slots[slot].isLooping, slots[slot].call == nil, slots[slot].recording == nil, mayCall(slot) else { return }
    takeAlong(slot)
    if slots[slot].backlog.isEmpty, !resting.contains(slot) { rest(slot, &effects) } else { resume(slot, &effects) }
  }
}
