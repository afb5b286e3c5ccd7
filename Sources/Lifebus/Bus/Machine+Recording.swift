/// What is on its way to the ledger, in order, and what is to happen when it is there.
///
/// Cycle: a step adds records (``Machine/keep(_:then:_:)``) and wakes the bus's ledger task; that takes all that has come up,
/// records it without the lock, and comes back with how it went (``Machine/recorded(_:_:)``). So one commit serves all handlers
/// whose deliveries began and ended meanwhile. What is to outlive a loss of power waits further, for the task that synchronizes
/// (``Machine/synchronized(_:_:_:)``), while the ledger task goes on: the end of a delivery waits for no disk. What is noted
/// already (``Machine/noteDone(_:_:_:)``) waits for what comes next, or for a while.
struct LedgerQueue: Sendable {
  /// The most records of one batch.
  static let batchLimit = 1_024
  /// How long the bus waits before it tries again to record what could not be recorded.
  static let retryAfter = Duration.seconds(1)
  /// How long what is noted waits for something to be recorded with.
  static let patience = Duration.milliseconds(100)
  /// How many records wait with what is noted.
  static let patientLimit = 256

  var waiting: [LedgerRecord] = []
  /// True when what waits is to be recorded as soon as the ledger task can.
  var isDue = false
  /// When what waits is to be recorded with nothing else.
  var dueAt: Duration?
  /// What could not be recorded, even alone: tried again with everything that follows, and after a while.
  var stuck: [LedgerRecord] = []
  /// How many records are to be tried one by one, after they have failed together.
  var singles = 0
  var isWriting = false
  /// What is recorded, and would not outlive a loss of power yet.
  var unsynchronized: [LedgerRecord] = []
  var isSynchronizing = false
  /// True when the ledger is to be closed as soon as nothing waits.
  var isClosing = false
  var retryAt: Duration?
  /// Why the last batch was not kept.
  var failure: String?
  private var lastToken = 0

  var isEmpty: Bool { waiting.isEmpty && stuck.isEmpty }

  /// A number that tells one wait of a slot from every other.
  mutating func token() -> Int {
    lastToken += 1
    return lastToken
  }
}

/// One thing for the ledger, and what follows from it.
struct LedgerRecord: Sendable {
  enum Request: Sendable {
    case change(LedgerChange)
    /// Whether a key is used up.
    case question(LedgerKey)
  }

  /// What happens when it is recorded.
  enum Sequel: Sendable {
    case nothing
    /// The event's durable handlers may get it.
    case store(Entry)
    /// The slot, which waits under this token, goes on.
    case go(slot: Int, token: Int)
  }

  let request: Request
  let sequel: Sequel

  var isToOutliveLossOfPower: Bool { if case .change(let change) = request { change.isToOutliveLossOfPower } else { false } }
}

/// What the ledger task is to do next.
enum LedgerWork: Sendable {
  case open(version: String)
  case record([LedgerRecord])
  case close
}

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

  /// Has a delivery that is done outlive the process at once; false if it is to be waited for until it is recorded.
  mutating func noteDone(_ slot: Int, _ call: RunningCall, _ effects: inout Effects) -> Bool {
    let (id, sequence) = (slots[slot].id, call.entry.sequence)
    guard queue.failure == nil, queue.stuck.isEmpty, !shutdown.isStopped, let ledger = book.notes,
      ledger.noteDone(id, sequence: sequence, committing: call.commitment)
    else { return false }
    let end = LedgerChange.end(id, sequence: sequence, outcome: Outcome.done.word, committing: call.commitment)
    queue.waiting.append(LedgerRecord(request: .change(end), sequel: .nothing))
    if queue.waiting.count >= LedgerQueue.patientLimit { recordNow(&effects) } else { recordSoon(&effects) }
    return true
  }

  private mutating func recordSoon(_ effects: inout Effects) {
    guard queue.dueAt == nil, !queue.isDue else { return }
    let dueAt = now + LedgerQueue.patience
    queue.dueAt = dueAt
    wake(at: dueAt, &effects)
  }

  private mutating func recordNow(_ effects: inout Effects) {
    (queue.isDue, queue.dueAt) = (true, nil)
    wakeLedger(&effects)
  }

  mutating func wakeLedger(_ effects: inout Effects) {
    guard !queue.isWriting else { return }
    queue.isWriting = true
    effects.wakesLedger = true
  }

  /// What the ledger task does next; nil: it ends, and is woken again.
  mutating func takeLedgerWork() -> LedgerWork? {
    if book.isAwaited { return takeOpening() }
    if queue.singles > 0, let first = queue.waiting.first {
      queue.singles -= 1
      queue.waiting.removeFirst()
      return .record([first])
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

  private mutating func checkEnds(_ effects: inout Effects) {
    checkDrained(now, &effects)
    checkIdle(&effects)
    checkAbandoned(&effects)
  }

  private mutating func follow(_ record: LedgerRecord, _ answers: [LedgerKey: Bool], _ effects: inout Effects) {
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

  // MARK: Loss of power

  /// True if a durable handler has more to do than it will have done when the disk has synchronized once.
  var isDurableHandlerBehind: Bool {
    slots.indices.contains {
      isDurable($0) && slots[$0].backlog.count + log.tail - slots[$0].position > 16 && !resting.contains($0)
    }
  }

  private mutating func synchronize(_ records: [LedgerRecord], _ effects: inout Effects) {
    queue.unsynchronized += records
    guard !queue.unsynchronized.isEmpty, !queue.isSynchronizing else { return }
    queue.isSynchronizing = true
    effects.wakesSynchronizing = true
  }

  /// What is to outlive a loss of power next; nil: the task that synchronizes ends, and is woken again.
  mutating func takeUnsynchronized(_ effects: inout Effects) -> [LedgerRecord]? {
    guard queue.unsynchronized.isEmpty else {
      defer { queue.unsynchronized = [] }
      return queue.unsynchronized
    }
    queue.isSynchronizing = false
    if queue.isClosing { wakeLedger(&effects) }
    return nil
  }

  /// What was recorded outlives a loss of power, or may not, for the reason that the text gives.
  mutating func synchronized(_ batch: [LedgerRecord], _ failure: LedgerFailure?, _ effects: inout Effects) {
    guard !shutdown.isStopped else { return }
    if let failure { emit(.notStored(failure.description), nil, &effects) }
    for record in batch {
      guard let failure else { follow(record, [:], &effects); continue }
      withdraw(record, &effects)
      setAside(record, failure, &effects)
    }
    checkEnds(&effects)
  }

  /// Takes an event back that the ledger has and that is not accepted all the same.
  private mutating func withdraw(_ record: LedgerRecord, _ effects: inout Effects) {
    guard case .change(.accept(let event, let handlers)) = record.request else { return }
    for handler in handlers.keys.sorted() {
      keep(
        .end(handler, sequence: event.sequence, outcome: Outcome.skipped(.dropped).word, committing: nil), &effects)
    }
  }

  // MARK: What is not kept

  /// An event that cannot be stored is not accepted; everything else is tried again.
  private mutating func setAside(_ record: LedgerRecord, _ failure: LedgerFailure, _ effects: inout Effects) {
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
    if let dueAt = queue.dueAt { if dueAt <= now { recordNow(&effects) } else { wake(at: dueAt, &effects) } }
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

/// Why the ledger has not kept something.
struct LedgerFailure: Error, CustomStringConvertible {
  let description: String
}
