/// How often a program may be started again, and how long the host waits before it does.
struct RestartBudget: Equatable, Sendable {
  /// The first pause; each further one is twice as long, up to the last.
  static let firstPause = Duration.milliseconds(100)
  static let lastPause = Duration.seconds(10)

  private let limits: ChildLimits
  private var ends: [Duration] = []
  private var pause = RestartBudget.firstPause

  init(_ limits: ChildLimits) { self.limits = limits }

  /// Counts an end, and says how long to wait before the next start; nil: the budget is used up.
  mutating func spend(at now: Duration) -> Duration? {
    // Who has lived for long begins anew.
    if let last = ends.last, now - last > limits.window { pause = Self.firstPause }
    ends.append(now)
    ends.removeAll { now - $0 > limits.window }
    guard ends.count <= limits.restarts else { return nil }
    defer { pause = min(pause * 2, Self.lastPause) }
    return pause
  }

  /// Begins anew: somebody has asked for another try.
  mutating func renew() { self = RestartBudget(limits) }
}

/// How often programs of plugins may end by themselves.
struct ChildLimits: Equatable, Sendable {
  /// Ends within the window (5); one more, and the plugin is quarantined.
  var restarts = 5
  /// The window (60 s).
  var window = Duration.seconds(60)
}
