/// How one handler is treated; the default treats it as an ordinary one.
///
/// ```swift
/// try bus.register(sync, policy: Policy(timeout: .seconds(30), behind: "auth-gate")) { on in … }
/// ```
public struct Policy: Sendable {
  /// The longest that one call may take; then it is cancelled.
  ///
  /// Nil, the default: no limit.
  ///
  /// A call that starts within a run of quick ones may be cancelled up to a sixteenth of the limit late, never early.
  public var timeout: Duration?

  /// How long a cancelled call may take to return (5 seconds).
  ///
  /// After that the handler counts as stuck: the delivery is `timedOut`, its cursor waits, all others go on. When the call
  /// returns after all, that is recorded as late and the cursor goes on.
  public var grace: Duration = .seconds(5)

  /// Whether a delivery that failed is tried again; nil, the default: it is not.
  public var retry: Retry?

  /// True: a delivery whose attempts are used up ends as `dead`, and is kept with its reason.
  public var keepsDead = false

  /// The most deliveries that may wait; nil, the default: ``Limits/backlog``.
  ///
  /// Launches, first appearances, clauses with `once` or `keep`, and durable handlers are not counted.
  public var capacity: Int?

  /// What happens to an event for which there is no room.
  public var overflow: Overflow = .wait

  /// The handlers that are to be done with an event before this one is called for it, whether they wanted it or not.
  ///
  /// One that is stuck, quarantined or gone holds nobody. The order of registration does not matter: a name that is missing
  /// when the launch is published, or a cycle, is an error then.
  public var after: [Dependency] = []

  /// Whether the handler's cursor and events are kept in the ledger.
  public var durability: Durability = .none

  /// Whether a handler that is registered after the launch is given the standing facts.
  public var replay: Replay = .facts

  /// Where the handler's calls run.
  public var runsOn: Placement = .sharedPool

  /// The gate that this handler owns, if it owns one; the gate has the handler's name.
  public var gate: GateOptions?

  /// The gate that this handler's cursor waits for, by its owner's name.
  ///
  /// The order of registration does not matter: a gate that is missing when the launch is published is an error then, and
  /// none if it is named with ``Dependency/ifPresent(_:)``.
  public var behind: Dependency?

  /// True: what was published while one identity was in may be delivered while another is.
  ///
  /// For handlers that have nothing to do with accounts but need somebody to be in.
  public var acrossIdentities = false

  /// Creates a policy; every value has a default.
  public init(
    timeout: Duration? = nil, grace: Duration = .seconds(5), retry: Retry? = nil, keepsDead: Bool = false,
    capacity: Int? = nil, overflow: Overflow = .wait, after: [Dependency] = [], durability: Durability = .none,
    replay: Replay = .facts, runsOn: Placement = .sharedPool, gate: GateOptions? = nil, behind: Dependency? = nil,
    acrossIdentities: Bool = false
  ) {
    self.timeout = timeout
    self.grace = grace
    self.retry = retry
    self.keepsDead = keepsDead
    self.capacity = capacity
    self.overflow = overflow
    self.after = after
    self.durability = durability
    self.replay = replay
    self.runsOn = runsOn
    self.gate = gate
    self.behind = behind
    self.acrossIdentities = acrossIdentities
  }
}

/// When a delivery that failed is tried again.
///
/// Order is kept: the events behind it wait meanwhile.
public struct Retry: Sendable, Equatable {
  /// The calls in all, the first one included.
  public var attempts: Int
  /// The wait after the first failure; it doubles with each further one.
  public var delay: Duration
  /// The longest wait; nil: no cap.
  public var maxDelay: Duration?
  /// How far a wait may be off, as a part of it, so that many handlers do not come at once (0.1).
  public var jitter: Double

  /// Creates a rule.
  public init(attempts: Int, delay: Duration, maxDelay: Duration? = nil, jitter: Double = 0.1) {
    self.attempts = attempts
    self.delay = delay
    self.maxDelay = maxDelay
    self.jitter = jitter
  }

  private static let longest = Duration.seconds(1_000 * 366 * 86_400)

  /// The wait after so many failures, without its jitter.
  func wait(after failures: Int) -> Duration {
    // Nobody waits for more than a thousand years.
    let cap = min(maxDelay ?? Retry.longest, Retry.longest)
    var wait = min(delay, cap)
    for _ in 1..<max(failures, 1) where wait < cap { wait = min(wait * 2, cap) }
    return wait
  }
}

/// What happens to an event for which a handler has no room.
public enum Overflow: Sendable {
  /// `publish` waits for room, unless the handler is stuck or held; `post` never waits and is not refused.
  case wait
  /// The oldest waiting delivery is dropped.
  case dropOldest
  /// The new one is dropped, for this handler only.
  case dropNewest
  /// An own event is refused as a whole, for all handlers; the bus's own kinds never are.
  case refuse
}

/// Whether deliveries survive the process.
public enum Durability: Sendable {
  /// They end with the process.
  case none
  /// They are made in a later process; the one that was running when a process died is repeated, as a further attempt.
  case atLeastOnce
  /// They are made in a later process; the one that was running when a process died is `interrupted`.
  case atMostOnce
}

/// What a late handler is given.
public enum Replay: Sendable {
  /// The launch, and the current phase unless it is background.
  case facts
  /// Nothing.
  case none
}

/// Where a handler's calls run.
public enum Placement: Sendable {
  /// On Swift's shared pool of threads, which has as many as there are processors: never block one.
  case sharedPool
  /// On a thread of the handler's own, for calls that block (a database, a system call that waits).
  case ownThread
  /// On an executor of the application's, such as an event loop that also serves what the calls wait for.
  case executor(any TaskExecutor)
}

/// How a gate behaves.
public struct GateOptions: Sendable {
  /// How long the gate may stay pending; then it is timed out, until a verdict comes.
  ///
  /// It runs from a user's launch, or else from the first phase that is not background, so that a process that the system
  /// started in advance has not used it up when the user comes.
  public enum Limit: Sendable {
    /// ``Limits/gateLimit``.
    case standard
    /// This long.
    case after(Duration)
    /// For ever: whoever waits for the verdict brings a limit of their own.
    case none
  }

  /// What closing the gate does to calls that run behind it.
  public enum OnClose: Sendable {
    /// They go on, and count as they end.
    case letRun
    /// They are cancelled; such a delivery has not failed, and is called again when the same identity opens the gate.
    case cancelRunning
  }

  /// How long the gate may stay pending.
  public var limit: Limit
  /// What closing does to calls that run behind it.
  public var onClose: OnClose

  /// Creates options.
  public init(limit: Limit = .standard, onClose: OnClose = .letRun) {
    self.limit = limit
    self.onClose = onClose
  }
}

/// How often a clause is called.
public enum Once: Sendable, Hashable {
  /// For each event that matches.
  case everyTime
  /// Until it is done once in this process.
  case perProcess
  /// Until it is done once between an entry and the exit that ends it, or in a stretch outside.
  case perSession
  /// Until it is done once for the event's scope, or since ``LifecycleBus/forget(_:)`` of it.
  case perScope
  /// Until it is done once in this version of the application; needs a ledger.
  case perVersion
  /// Until it is done once, for ever; needs a ledger.
  case perInstall
  /// Until it is done once for the event's ``LifecycleEvent/onceKey``, for ever; needs a ledger.
  case perKey

  /// True if only a ledger can tell whether it was done.
  var needsLedger: Bool {
    switch self {
    case .perVersion, .perInstall, .perKey: true
    case .everyTime, .perProcess, .perSession, .perScope: false
    }
  }
}

/// From which process an event may be.
public enum Origin: Sendable, Hashable {
  /// A durable handler also gets what an earlier process left.
  case anyProcess
  /// What an earlier process left is `skipped(.expired)`.
  case thisProcess
}

/// Which of the events that pile up while a handler is busy a clause is called for.
public enum Keep: Sendable, Hashable {
  /// All, in order.
  case every
  /// The latest; those before it are `skipped(.collapsed)`.
  case latest
}

/// Another handler that this one's cursor waits for.
public struct Dependency: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The other handler's name.
  public let name: HandlerID
  /// False: its absence is an error at launch.
  public let isOptional: Bool

  /// Names a handler that must be there.
  public init(_ name: HandlerID) {
    self.name = name
    isOptional = false
  }

  /// Names a handler that must be there.
  public init(stringLiteral value: String) {
    self.init(HandlerID(value))
  }

  private init(optional name: HandlerID) {
    self.name = name
    isOptional = true
  }

  /// Names a handler that is waited for only if it is there.
  public static func ifPresent(_ name: HandlerID) -> Dependency { Dependency(optional: name) }
}
