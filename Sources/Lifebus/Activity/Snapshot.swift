/// How a bus stands at one instant.
public struct Snapshot: Sendable, Codable, Equatable {
  /// How one handler stands.
  public struct Handler: Sendable, Codable, Equatable {
    /// What the handler is doing.
    public enum State: String, Sendable, Codable {
      /// It has nothing to do.
      case idle
      /// A call runs, or is about to.
      case running
      /// It waits for a gate or another handler.
      case held
      /// Its call has not returned within timeout and grace.
      case stuck
      /// It has crashed too often: it is not called, and what it would get is held.
      case quarantined
    }

    /// A call that runs.
    public struct Running: Sendable, Codable, Equatable {
      /// The event's kind.
      public let kind: String
      /// The event's scope, as text.
      public let scope: String?
      /// The event's place in the log.
      public let sequence: Int
      /// The number of the call.
      public let attempt: Int
      /// How long it has run, in seconds.
      public let seconds: Double
    }

    /// Its name.
    public let id: HandlerID
    /// What it is doing.
    public let state: State
    /// Deliveries that wait; of a handler that is `running`, at most so many: it has not looked at all of them yet.
    public let waiting: Int
    /// The call that runs.
    public let running: Running?
    /// What it waits for.
    public let heldBy: HandlerID?
    /// The last failure in words.
    public let lastError: String?
    /// When that was, in seconds on the bus's clock.
    public let lastErrorAt: Double?
    /// Why it is quarantined.
    public let quarantine: String?
    /// Deliveries that have ended, by the word of their outcome.
    public let counts: [String: Int]
  }

  /// A durable handler that the ledger knows, and that is not registered.
  public struct Absent: Sendable, Codable, Equatable {
    /// Its name.
    public let id: HandlerID
    /// Deliveries that wait for it, dead letters aside.
    public let waiting: Int
    /// Why it is quarantined.
    public let quarantine: String?
  }

  /// How one gate stands.
  public struct Gate: Sendable, Codable, Equatable {
    /// Its owner's name.
    public let id: HandlerID
    /// `pending`, `open`, `closed` or `timedOut`.
    public let verdict: String
    /// Who is in, while it is open.
    public let identity: String?
    /// When the verdict was given, in seconds on the bus's clock.
    public let since: Double
  }

  /// When it was taken, in seconds on the bus's clock.
  public let time: Double
  /// True once the launch was published.
  public let isLaunched: Bool
  /// The application's phase.
  public let phase: Phase
  /// Entries since the process began.
  public let entries: Int
  /// Exits since the process began.
  public let exits: Int
  /// Events in the log since the process began.
  public let events: Int
  /// Events that wait for the launch.
  public let waitingForLaunch: Int
  /// The handlers, in the order of their registration.
  public let handlers: [Handler]
  /// The gates, in the order in which they were first named.
  public let gates: [Gate]
  /// Durable handlers that are not registered, by their names.
  public let absent: [Absent]
  /// Durable handlers that were forgotten when the process began, because they were absent for too long, or since, because too much
  /// waited for them; each with how much that was.
  public let forgotten: [Absent]
}
