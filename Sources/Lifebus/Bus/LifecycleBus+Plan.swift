/// What one handler is registered for, and how it is treated; see ``LifecycleBus/plan()``.
public struct HandlerPlan: Sendable {
  /// A clause without its body.
  public struct Clause: Sendable, Equatable {
    /// The kind as text, `launch`, `appear`, …, `custom:NAME`; nil for a clause for more kinds than one.
    public let kind: String?
    /// The scope's name that the event must have.
    public let scope: String?
    /// True if a condition in code decides too; it cannot be read.
    public let hasFilter: Bool
    /// How often the clause is called.
    public let once: Once
    /// Which of the events that pile up it is called for.
    public package(set) var keep: Keep
    /// Whether it is called for what an earlier process left.
    public let origin: Origin
    /// What tells it apart from another once-only clause of its kind.
    public let name: String?
  }

  /// The handler's name.
  public let id: HandlerID
  /// An event goes to the first that it matches.
  public let clauses: [Clause]
  /// How the handler is treated.
  public let policy: Policy
  /// How long its gate may stay pending; nil: it has no gate, or one without a limit.
  public let gateLimit: Duration?
}

extension LifecycleBus {
  /// What the handlers are registered for, in the order of registration; those that are only reserved are left out.
  public func plan() -> [HandlerPlan] { core.look { $0.handlerPlans() } }
}

extension LifecycleBus {
  /// True if a handler has something that nothing keeps from being called, and its call has not begun.
  package var isAboutToCall: Bool { core.step { machine, now, _ in machine.isAboutToCall(now) } }
}

extension Machine {
  fileprivate mutating func isAboutToCall(_ now: Duration) -> Bool {
    for slot in slots.indices where isServed(slot) && !resting.contains(slot) {
      guard slots[slot].call == nil, slots[slot].loan == nil else { continue }
      takeAlong(slot)
      guard !slots[slot].backlog.isEmpty, barrier(slot) == nil else { continue }
      if slots[slot].begun?.notBefore.map({ $0 <= now }) ?? true { return true }
    }
    return false
  }

  func handlerPlans() -> [HandlerPlan] {
    guard relaying == nil else { return [relaying?.plan].compactMap(\.self) }
    return slots.filter { !$0.isEnded && !$0.isReserved }.map { plan($0.id, $0.policy, $0.cell.traits) }
  }

  func plan(_ id: HandlerID, _ policy: Policy, _ traits: [ClauseTraits]) -> HandlerPlan {
    HandlerPlan(
      id: id, clauses: traits.map(HandlerPlan.Clause.init), policy: policy, gateLimit: policy.gate.flatMap { limit(of: $0) })
  }

  private func limit(of options: GateOptions) -> Duration? {
    switch options.limit {
    case .standard: limits.gateLimit
    case .after(let limit): limit
    case .none: nil
    }
  }
}

extension HandlerPlan.Clause {
  fileprivate init(_ traits: ClauseTraits) {
    switch traits.selector {
    case .any: kind = nil
    case .custom(let name): kind = "custom:\(name)"
    case .type(let type): kind = type.family == .own ? "custom:\(type.name)" : type.name
    }
    scope = traits.scope
    hasFilter = traits.filter != nil
    once = traits.once
    keep = traits.keep
    origin = traits.origin
    name = traits.key.name
  }
}
