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

  /// Whether a record is about a handler of which an earlier one could not be recorded: what is one handler's keeps its order.
  func isBehindStuck(_ record: LedgerRecord) -> Bool {
    guard let handler = record.handler else { return false }
    return stuck.contains { $0.handler == handler }
  }

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

  /// Whose delivery, key or place it is about; nil: an event for several.
  var handler: HandlerID? {
    switch request {
    case .change(let change): change.handler
    case .question(let key): key.handler
    }
  }

  var isToOutliveLossOfPower: Bool { if case .change(let change) = request { change.isToOutliveLossOfPower } else { false } }
}

/// What the ledger task is to do next.
enum LedgerWork: Sendable {
  case open(version: String)
  case record([LedgerRecord])
  case close
}

/// Why the ledger has not kept something.
struct LedgerFailure: Error, CustomStringConvertible {
  let description: String
}
