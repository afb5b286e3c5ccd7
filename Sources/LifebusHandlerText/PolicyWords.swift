package import Lifebus

/// A handler's policy as a scenario has it: whole milliseconds, and nothing that a scenario does not know.
package struct PolicyWords: Equatable, Sendable {
  package var timeout: Int?
  package var grace = 0
  package var retry: Retry?
  package var keepsDead = false
  package var capacity: Int?
  package var overflow: String?
  package var after: [HandlerID] = []
  package var hasGate = false
  package var gateLimit: Int?
  package var cancelsRunning = false
  package var behind: HandlerID?
  package var acrossIdentities = false
  package var replaysFacts = true
  package var durability = Durability.none

  package init() {}

  /// Takes over what a scenario knows.
  ///
  /// - Parameters:
  ///   - plan: The handler's plan.
  ///   - handlers: The handlers that there are: who is not is nobody's barrier.
  ///   - owners: Those of them that own a gate.
  package init(_ plan: HandlerPlan, handlers: Set<HandlerID>, owners: Set<HandlerID>) {
    let policy = plan.policy
    timeout = policy.timeout.map { max(1, $0.roundedMilliseconds) }
    if timeout != nil { grace = policy.grace.roundedMilliseconds }
    retry = policy.retry
    keepsDead = policy.keepsDead
    overflow = policy.capacity == nil ? nil : policy.overflow.word
    capacity = overflow == nil ? nil : policy.capacity
    after = policy.after.map(\.name).filter(handlers.contains)
    hasGate = policy.gate != nil
    gateLimit = plan.gateLimit?.roundedMilliseconds
    if let gate = policy.gate, case .cancelRunning = gate.onClose { cancelsRunning = true }
    behind = policy.behind.map(\.name).flatMap { owners.contains($0) ? $0 : nil }
    acrossIdentities = policy.acrossIdentities && behind != nil
    if case .none = policy.replay { replaysFacts = false }
    durability = policy.durability
  }

  /// The wait after so many failures.
  package func wait(after failures: Int) -> Int {
    guard let retry, failures > 0 else { return 0 }
    let delay = retry.delay.roundedMilliseconds
    let wait = delay.multipliedReportingOverflow(by: 1 << min(failures - 1, 20))
    return min(wait.overflow ? .max : wait.partialValue, retry.maxDelay?.roundedMilliseconds ?? .max)
  }
}

extension Duration {
  /// Whole milliseconds, a begun one counted.
  package var roundedMilliseconds: Int { Int((self / .milliseconds(1)).rounded(.up)) }
}

extension Overflow {
  /// The scenario's word; nil for waiting, which drops and refuses nothing.
  fileprivate var word: String? {
    switch self {
    case .wait: nil
    case .dropOldest: "dropOldest"
    case .dropNewest: "dropNewest"
    case .refuse: "refuse"
    }
  }
}
