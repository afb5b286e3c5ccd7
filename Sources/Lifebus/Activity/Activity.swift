internal import LifebusThreads

/// Something that the bus has done; see ``LifecycleBus/activity``.
public struct Activity: Sendable {
  /// What was done.
  public enum Kind: Sendable, Equatable {
    /// An event is in the log.
    case accepted
    /// An event waits for the launch.
    case waitingForLaunch
    /// An event was not delivered: its id was accepted before, or it is a second launch.
    case duplicate
    /// A disappearance was dropped: its scope was not present.
    case droppedDisappear
    /// An event was not accepted, for the reason that the text gives.
    case refused(String)
    /// An event was not accepted, because the bus is shut down or shutting down.
    case closed
    /// An own event that nobody wants was published.
    case unhandled
    /// A delivery waits for a gate or another handler.
    case held(by: HandlerID)
    /// A delivery that was held may go on.
    case released
    /// A handler is called.
    case started(attempt: Int)
    /// A delivery has ended; the duration is that of its last call.
    case ended(Outcome, duration: Duration)
    /// A call was cut off by its gate or failed, and another attempt follows.
    case willRetry(String)
    /// A call has not returned within timeout and grace: its handler's cursor waits.
    case stuck
    /// A stuck call has returned after this long: its handler's cursor goes on.
    case late(Duration)
    /// A call keeps its thread without saying so: its handler should have `runsOn: .ownThread`.
    case blocked
    /// A handler was registered.
    case registered
    /// A handler took the place of another with its name.
    case replaced
    /// A registration has ended.
    case unregistered
    /// A handler was registered, and is not called, because it has crashed too often.
    case quarantined(String)
    /// A handler was kept from waiting for what depends on its own call, as the text says.
    case wouldDeadlock(String)
    /// The ledger could not keep something, for the reason that the text gives.
    case notStored(String)
    /// A gate has a verdict.
    case verdict(Verdict)
    /// The bus shuts down.
    case shuttingDown
    /// So many items were lost because this reader did not read them in time.
    case lost(Int)

    /// The word for it in JSON.
    public var word: String {
      switch self {
      case .accepted: "accepted"
      case .waitingForLaunch: "waitingForLaunch"
      case .duplicate: "duplicate"
      case .droppedDisappear: "droppedDisappear"
      case .refused: "refused"
      case .closed: "closed"
      case .unhandled: "unhandled"
      case .held: "held"
      case .released: "released"
      case .started: "started"
      case .ended: "outcome"
      case .willRetry: "willRetry"
      case .stuck: "stuck"
      case .late: "late"
      case .blocked: "blocked"
      case .registered: "registered"
      case .replaced: "replaced"
      case .unregistered: "unregistered"
      case .quarantined: "quarantined"
      case .wouldDeadlock: "wouldDeadlock"
      case .notStored: "notStored"
      case .verdict: "verdict"
      case .shuttingDown: "shuttingDown"
      case .lost: "lost"
      }
    }
  }

  /// An event as activity shows it.
  public struct Subject: Sendable {
    /// The place in the log; 0 for an event that is not there.
    public let sequence: Int
    /// True for a standing fact that a late handler is given.
    public let isReplayed: Bool
    /// True if an earlier process accepted the event.
    public let isFromEarlierProcess: Bool
    /// Whose constants are read only.
    private let entry: Entry

    init(_ entry: Entry, isReplayed: Bool) {
      self.entry = entry
      self.isReplayed = isReplayed
      sequence = entry.sequence
      isFromEarlierProcess = entry.isFromEarlierProcess
    }

    /// The event's identity.
    public var id: EventID { entry.given?.id ?? EventID("\(sequence)") }
    /// The sequence number of the event that caused it; 0 if none did.
    public var cause: Int { entry.cause }
    /// The event, with its kind and scope.
    public var event: AnyEvent { AnyEvent(entry.event, kind: entry.kindName) }
  }

  /// When, on the bus's clock, since the bus was made.
  public let time: Duration
  /// What was done.
  public let kind: Kind
  /// The event that it was done with, if any.
  public let subject: Subject?
  /// The handler, or the owner of the gate, that it was done with, if any.
  public let handler: HandlerID?
  /// What the handler has said of its call; see ``Delivery/note(_:)``.
  public let remark: String?
}

/// One reader's activity, in order, with a bounded buffer of its own; see ``LifecycleBus/activity``.
///
/// A reader that is too slow loses the oldest items, is told how many, and slows nobody. It begins with what happens after it
/// was made, and ends when the bus has shut down and everything was read.
public final class ActivityStream: AsyncSequence, AsyncIteratorProtocol, Sendable {
  /// The most items that are taken from the bus at once.
  static let batchLimit = 64

  private let core: Core
  private let reader: Int
  /// What was taken from the bus and not read yet.
  private let taken = Lock(Deque<Activity>())

  init(core: Core, reader: Int) {
    self.core = core
    self.reader = reader
  }

  deinit { core.endReading(reader) }

  /// Returns the stream itself: it has one reader.
  public func makeAsyncIterator() -> ActivityStream { self }

  /// Waits for the next item; nil at the end, and when the calling task is cancelled.
  public func next() async -> Activity? {
    if let item = taken.withLock({ $0.popFirst() }) { return item }
    let items = await core.nextActivity(of: reader)
    taken.withLock { taken in
      for item in items.dropFirst() { taken.append(item) }
    }
    return items.first
  }

  /// Waits for the next item; nil at the end, and when the calling task is cancelled.
  public func next(isolation actor: isolated (any Actor)?) async -> Activity? { await next() }

  /// Waits for the next item, and returns it with all that follow it already; nil as for ``next()``.
  package func nextBatch() async -> [Activity]? {
    guard let first = await next() else { return nil }
    let taken = taken.withLock { taken in
      defer { taken = Deque() }
      return taken.all
    }
    return [first] + taken + core.look { [reader] machine in machine.takeActivity(of: reader, limit: .max) }
  }
}
