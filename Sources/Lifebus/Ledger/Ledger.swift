/// What outlives a process: accepted events of durable handlers, their cursors, once-keys, and how processes ended.
///
/// A bus opens its ledger once and is its only writer. Changes come in the order in which they happened; what one call of
/// ``record(_:)`` takes in is kept as a whole or not at all.
public protocol Ledger: AnyObject, Sendable {
  /// Begins a process: returns what earlier ones have left, and notes that this one runs.
  ///
  /// - Parameter version: The build of the application, which `perVersion` keys and quarantine go by.
  /// - Returns: What is left of earlier processes.
  /// - Throws: What stands in the way, in words that say what to do.
  func open(version: String) throws -> LedgerContents

  /// Keeps changes; they are kept when this returns.
  ///
  /// It is called while the bus is locked and must not call the bus.
  func record(_ changes: [LedgerChange]) throws

  /// Notes that the process has ended in order.
  func close() throws
}

/// What a ledger holds when a process begins.
public struct LedgerContents: Sendable {
  /// The sequence number of the first event of this process.
  public var nextSequence: Int
  /// The deliveries that durable handlers still have to make, by handler, in the order of their events.
  public var deliveries: [HandlerID: [LedgerDelivery]]
  /// The once-keys that are used up.
  public var keys: Set<LedgerKey>
  /// The given ids of events that durable handlers wanted.
  public var ids: Set<EventID>
  /// What durable handlers have last committed.
  public var committed: [HandlerID: [UInt8]]
  /// The handlers that are quarantined, with the reason.
  public var quarantined: [HandlerID: String]

  /// Creates the contents of an empty ledger.
  public init() {
    nextSequence = 1
    deliveries = [:]
    keys = []
    ids = []
    committed = [:]
    quarantined = [:]
  }
}

/// An event that a durable handler wanted.
public struct LedgerEvent: Sendable {
  /// Its place in the log of the process that published it.
  public let sequence: Int
  /// Its given id, if it has one.
  public let id: EventID?
  /// The sequence number of the event that caused it; 0 if none did.
  public let cause: Int
  /// The event.
  public let event: any DeliverableEvent

  /// Creates an event, as a ledger finds it.
  public init(sequence: Int, id: EventID?, cause: Int, event: any DeliverableEvent) {
    self.sequence = sequence
    self.id = id
    self.cause = cause
    self.event = event
  }

  /// The event as an entry of a new log.
  func makeEntry() -> Entry { Self.entry(of: event, self) }

  private static func entry<Event: DeliverableEvent>(of event: Event, _ origin: LedgerEvent) -> Entry {
    TypedEntry(event, given: origin.id, cause: origin.cause)
  }
}

/// A delivery that a durable handler still has to make.
public struct LedgerDelivery: Sendable {
  /// The event.
  public let event: LedgerEvent
  /// Whose it is, behind a gate; nil: nobody's.
  public var owner: Identity?
  /// Calls that have begun.
  public var attempts: Int
  /// Calls that have failed.
  public var failures: Int
  /// True if a call ran when the process died.
  public var wasRunning: Bool

  /// Creates a delivery that was not called yet.
  public init(event: LedgerEvent, owner: Identity?) {
    self.event = event
    self.owner = owner
    attempts = 0
    failures = 0
    wasRunning = false
  }
}

/// A once-key that is used up for ever, or for a version.
public struct LedgerKey: Hashable, Sendable {
  /// The handler.
  public let handler: HandlerID
  /// The clause's kind.
  public let kind: String
  /// The clause's name, where it has one.
  public let name: String?
  /// The version, of a `perVersion` clause.
  public let version: String?
  /// The event's key, of a `perKey` clause.
  public let key: String?

  /// Creates a key.
  public init(handler: HandlerID, kind: String, name: String? = nil, version: String? = nil, key: String? = nil) {
    self.handler = handler
    self.kind = kind
    self.name = name
    self.version = version
    self.key = key
  }
}

/// One thing that a ledger keeps.
public enum LedgerChange: Sendable {
  /// An event was accepted for these durable handlers; each names whose it is for it.
  case accept(LedgerEvent, [HandlerID: Identity?])
  /// A call has begun, with its number; of a durable handler it is counted, of any other only what runs is noted.
  case begin(HandlerID, sequence: Int, attempt: Int, running: RunningNote, owner: Identity?)
  /// A call is over and another one is to come; so many have failed.
  case pause(HandlerID, sequence: Int, failures: Int)
  /// A delivery has ended: the cursor moves on.
  case end(HandlerID, sequence: Int, committing: [UInt8]?)
  /// A call that was begun has returned or was given up.
  case rest(HandlerID)
  /// A once-key is used up.
  case useUp(LedgerKey)
}

/// What a handler's call runs for: what quarantine compares.
public struct RunningNote: Hashable, Sendable, Codable {
  /// The kind.
  public let kind: String
  /// The scope's name, for appearances.
  public let scope: String?

  /// Creates a note.
  public init(kind: String, scope: String?) {
    self.kind = kind
    self.scope = scope
  }
}

/// How a process ended without an ending of its own.
package enum ProcessEnd: Sendable {
  /// From outside.
  case killed
  /// By a trap of its own.
  case crashed
}
