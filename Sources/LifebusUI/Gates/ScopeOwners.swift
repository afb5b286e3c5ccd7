package import Lifebus
internal import Synchronization

/// Whose the scopes behind gates are: a scope that appears to somebody else is another one, and appears first again.
///
/// What the bus has forgotten is nobody's, and takes no room.
package final class ScopeOwners: ScopeMemory {
  private let owners = Mutex<[Scope: GateSeat]>([:])

  package init() {}

  /// How many scopes are somebody's.
  package var count: Int { owners.withLock(\.count) }

  /// Somebody takes a scope; if it was another identity's behind the same gate, that it has appeared is forgotten.
  func take(_ scope: Scope, for seat: GateSeat, on bus: LifecycleBus) {
    if owners.withLock({ $0[scope] })?.isTaken(by: seat) == true { bus.forget(scope) }
    owners.withLock { $0[scope] = seat }
  }

  package func forget(_ scope: Scope) { owners.withLock { $0[scope] = nil } }
}
