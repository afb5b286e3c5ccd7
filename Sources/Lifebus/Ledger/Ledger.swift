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

  /// Keeps changes, all of them or none; when this returns they outlive a killed process.
  ///
  /// It is called by one task at a time, on a thread that may wait, with all that has come up since the last call.
  ///
  /// - Throws: Why nothing was kept; the bus tries again with what it still has to keep.
  func record(_ changes: [LedgerChange]) throws

  /// Has what was recorded before this is called outlive a loss of power; it does when this returns.
  ///
  /// It is called on another thread than ``record(_:)``, which may be called meanwhile, when an accepted event, a claim of an only
  /// call, or a key of `perInstall` was recorded; nothing comes of these before. By default it does nothing: that is right for a
  /// ledger whose ``record(_:)`` has done it.
  ///
  /// - Throws: Why it may not outlive that; the events are not accepted then, and the rest is recorded again.
  func synchronize() throws

  /// Whether a once-key is used up.
  ///
  /// It is called as ``record(_:)`` is, for a key whose fingerprint is one of ``LedgerContents/fingerprints`` or was recorded.
  func holds(_ key: LedgerKey) throws -> Bool

  /// Notes what a handler's call runs for; nil: it runs no more.
  ///
  /// It is called while the bus is locked, for every call of every handler: it may cost no more than a write to memory. The note
  /// is to outlive the process, however that ends.
  func note(_ run: LedgerRun?, of handler: HandlerID)

  /// Notes that a delivery is done, so that its outcome may be told and the next one made before it is recorded.
  ///
  /// It is called as ``note(_:of:)`` is, and the note is to outlive the process as that one is. The same end comes with a later
  /// ``record(_:)``, in its place among the changes: the note is not needed any more then. By default nothing is noted.
  ///
  /// - Parameters:
  ///   - handler: Whose delivery it is.
  ///   - sequence: The event's place in the log.
  ///   - value: What the handler wants kept.
  /// - Returns: False if it is not noted: the bus waits until the end is recorded.
  func noteDone(_ handler: HandlerID, sequence: Int, committing value: [UInt8]?) -> Bool

  /// Notes that the process has ended in order; called once, after the last ``record(_:)``.
  func close() throws
}

extension Ledger {
  /// Does nothing.
  public func synchronize() throws {}

  /// Notes nothing.
  public func noteDone(_ handler: HandlerID, sequence: Int, committing value: [UInt8]?) -> Bool { false }
}

/// What a ledger holds when a process begins.
public struct LedgerContents: Sendable {
  /// What tells this ledger from every other, now and ever: made when the ledger is.
  public var identity = ""
  /// The sequence number of the first event of this process.
  public var nextSequence = 1
  /// The deliveries that durable handlers still have to make, by handler, in the order of their events.
  public var deliveries: [HandlerID: [LedgerDelivery]] = [:]
  /// The fingerprints of the once-keys that are used up, in any order.
  public var fingerprints: [UInt64] = []
  /// The given ids of events that durable handlers wanted.
  public var ids: Set<EventID> = []
  /// What durable handlers have last committed.
  public var committed: [HandlerID: [UInt8]] = [:]
  /// The handlers that are quarantined, with the reason.
  public var quarantined: [HandlerID: String] = [:]
  /// The handlers that were absent for too long and are forgotten now, with the number of deliveries that waited for each.
  public var forgotten: [HandlerID: Int] = [:]
  /// What durable handlers want, whether they are there or not.
  public var interests: [HandlerID: LedgerInterest] = [:]

  /// Creates the contents of an empty ledger.
  public init() {}
}

/// A delivery that a durable handler still has to make.
public struct LedgerDelivery: Sendable {
  /// The event.
  public let event: LedgerEvent
  /// Whose it is, behind a gate; nil: nobody's.
  public var owner: Identity?
  /// Calls that have begun.
  public var attempts = 0
  /// Calls that have failed.
  public var failures = 0
  /// True if a call ran when the process died.
  public var wasRunning = false
  /// Why the attempts are used up, of a dead letter.
  public var deadReason: String?

  /// Creates a delivery that was not called yet.
  public init(event: LedgerEvent, owner: Identity?) {
    self.event = event
    self.owner = owner
  }
}

/// One thing that a ledger keeps.
public enum LedgerChange: Sendable {
  /// An event was accepted for these durable handlers; each names whose it is for it.
  case accept(LedgerEvent, [HandlerID: Identity?])
  /// A delivery is about to be called for whom it is; `isOnly`: the call is not repeated, whatever becomes of it.
  case claim(HandlerID, sequence: Int, owner: Identity?, isOnly: Bool)
  /// A call is over and another one is to come; so many have failed.
  case pause(HandlerID, sequence: Int, attempts: Int, failures: Int)
  /// A delivery has ended with an outcome's word: the cursor moves on, with what the handler wants kept.
  case end(HandlerID, sequence: Int, outcome: String, committing: [UInt8]?)
  /// A delivery's attempts are used up: it is kept as a dead letter.
  case bury(HandlerID, sequence: Int, reason: String)
  /// A dead letter is to be delivered again, its attempts counted anew.
  case redrive(HandlerID, sequence: Int)
  /// A once-key is used up.
  case useUp(LedgerKey)
  /// A handler is quarantined no more.
  case release(HandlerID)
  /// A durable handler is there, and wants this; nil: it wants no more.
  case attend(HandlerID, LedgerInterest?)
  /// A handler is forgotten: what waits for it has ended, what it has committed is gone, and it wants no more; its once-keys hold.
  case forget(HandlerID)
}

extension LedgerChange {
  /// The handler that it is about; nil: an event for several.
  var handler: HandlerID? {
    switch self {
    case .accept: nil
    case .claim(let handler, sequence: _, owner: _, isOnly: _), .pause(let handler, sequence: _, attempts: _, failures: _),
      .end(let handler, sequence: _, outcome: _, committing: _), .bury(let handler, sequence: _, reason: _),
      .redrive(let handler, sequence: _), .release(let handler), .attend(let handler, _), .forget(let handler):
      handler
    case .useUp(let key): key.handler
    }
  }

  /// True for what is to outlive a loss of power before anything comes of it: accepted events, claims of only calls, and keys of
  /// `perInstall` (L6).
  var isToOutliveLossOfPower: Bool {
    switch self {
    case .accept: true
    case .claim(_, sequence: _, owner: _, let isOnly): isOnly
    case .useUp(let key): key.isPerInstall
    case .pause, .end, .bury, .redrive, .release, .attend, .forget: false
    }
  }
}

/// What a handler's call runs for.
public struct LedgerRun: Hashable, Sendable {
  /// The event's place in the log; 0 for an event that the ledger does not have for the handler.
  public let sequence: Int
  /// The number of the call.
  public let attempt: Int
  /// What quarantine compares.
  public let note: RunningNote
  /// True if the call has returned, and what became of it is not recorded yet: quarantine does not count it.
  public let isOver: Bool

  /// Creates a run.
  public init(sequence: Int, attempt: Int, note: RunningNote, isOver: Bool = false) {
    self.sequence = sequence
    self.attempt = attempt
    self.note = note
    self.isOver = isOver
  }
}

/// The kind and scope of what a handler's call runs for: what quarantine compares.
public struct RunningNote: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The kind.
  public let kind: String
  /// The scope's name, for appearances.
  public let scope: String?

  /// Creates a note.
  public init(kind: String, scope: String?) {
    self.kind = kind
    self.scope = scope
  }

  /// The kind, and the scope's name.
  public var description: String { scope.map { "\(kind)(\($0))" } ?? kind }
}

/// How a process ended without an ending of its own.
package enum ProcessEnd: Sendable {
  /// From outside.
  case killed
  /// By a trap of its own.
  case crashed
}
