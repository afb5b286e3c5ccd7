/// What a durable handler wants, so that it is kept for it while it is not there.
public struct LedgerInterest: Hashable, Sendable {
  /// The kinds that it is called for, also in a later process: `appear`, `custom:NAME`; `custom` and `any` stand for all such.
  public let kinds: Set<String>
  /// The gate that it is behind: what is published while somebody is in is theirs.
  public let gate: HandlerID?

  /// Creates an interest.
  public init(kinds: Set<String>, gate: HandlerID?) {
    self.kinds = kinds
    self.gate = gate
  }

  /// What a registration wants; events that a later process would skip are not kept for it.
  init(_ traits: [ClauseTraits], _ policy: Policy) {
    kinds = Set(traits.filter { $0.origin == .anyProcess }.map(\.interest))
    gate = policy.acrossIdentities ? nil : policy.behind?.name
  }

  /// Whether it is kept for the handler.
  func covers(_ entry: Entry) -> Bool {
    kinds.contains("any") || kinds.contains(entry.kindName)
      || kinds.contains("custom") && (entry.family == .custom || entry.family == .own)
  }
}
