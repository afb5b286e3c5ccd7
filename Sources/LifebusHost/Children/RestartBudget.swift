/// How often a program may be started again, and how long the host waits before it does.
struct RestartBudget: Equatable, Sendable {
  private let limits: ChildLimits
  private var ends: [Duration] = []
  private var pause: Duration

  init(_ limits: ChildLimits) {
    self.limits = limits
    pause = limits.firstPause
  }

  /// Counts an end, and says how long to wait before the next start; nil: the budget is used up.
  mutating func spend(at now: Duration) -> Duration? {
    // Who has lived for long begins anew.
    if let last = ends.last, now - last > limits.window { pause = limits.firstPause }
    ends.append(now)
    ends.removeAll { now - $0 > limits.window }
    guard ends.count <= limits.restarts else { return nil }
    defer { pause = min(pause * 2, limits.lastPause) }
    return pause
  }

  /// Begins anew: somebody has asked for another try.
  mutating func renew() { self = RestartBudget(limits) }
}
