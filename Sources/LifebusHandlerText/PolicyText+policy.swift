package import Lifebus

extension PolicyText {
  /// The traits as the bus takes them.
  package var policy: Policy {
    var policy = Policy()
    policy.timeout = timeout.map { .milliseconds($0) }
    policy.grace = .milliseconds(grace)
    policy.retry = retry.map { retry in
      Retry(
        attempts: retry.attempts, delay: .milliseconds(retry.delay), maxDelay: retry.maxDelay.map { .milliseconds($0) },
        jitter: 0)
    }
    policy.keepsDead = keepsDead
    policy.capacity = capacity
    policy.overflow = overflow?.value ?? .wait
    // A handler that was unregistered before the launch holds nobody; other names are checked when the file is read.
    policy.after = after.map { .ifPresent(HandlerID($0)) }
    policy.gate = gate?.options
    policy.behind = behind.map { Dependency(HandlerID($0)) }
    policy.acrossIdentities = acrossIdentities
    policy.durability = guarantee?.durability ?? .none
    policy.replay = replaysFacts ? .facts : .none
    return policy
  }
}

extension PolicyText.OverflowTrait {
  fileprivate var value: Overflow {
    switch self {
    case .dropOldest: .dropOldest
    case .dropNewest: .dropNewest
    case .refuse: .refuse
    case .wait: .wait
    }
  }
}

extension PolicyText.Guarantee {
  fileprivate var durability: Durability {
    switch self {
    case .atLeastOnce: .atLeastOnce
    case .atMostOnce: .atMostOnce
    }
  }
}

extension PolicyText.GateTrait {
  fileprivate var options: GateOptions {
    GateOptions(
      limit: timeout.map { .after(.milliseconds($0)) } ?? .none, onClose: cancelsRunning ? .cancelRunning : .letRun)
  }
}
