internal import Lifebus

/// Whose the scopes behind gates are: a scope that appears to somebody else is another one, and appears first again.
@MainActor
final class ScopeOwners {
  private var owners: [Scope: GateSeat] = [:]

  nonisolated init() {}

  /// Somebody takes a scope; if it was another identity's behind the same gate, that it has appeared is forgotten.
  func take(_ scope: Scope, for seat: GateSeat, on bus: LifecycleBus) {
    let last = owners.updateValue(seat, forKey: scope)
    if last?.isTaken(by: seat) == true { bus.forget(scope) }
  }
}
