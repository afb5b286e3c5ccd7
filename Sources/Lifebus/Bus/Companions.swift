internal import LifebusThreads

/// Objects that belong to a bus and live as long: one of each type.
struct Companions: ~Copyable, Sendable {
  private let objects = Lock<[ObjectIdentifier: any AnyObject & Sendable]>([:])

  func object<Companion: AnyObject & Sendable>(_ candidate: Companion) -> Companion {
    objects.withLock { objects in
      if let object = objects[ObjectIdentifier(Companion.self)] as? Companion { return object }
      objects[ObjectIdentifier(Companion.self)] = candidate
      return candidate
    }
  }

  func forget(_ scope: Scope) {
    for memory in objects.withLock({ $0.values.compactMap { $0 as? any ScopeMemory } }) { memory.forget(scope) }
  }
}

/// A companion of a bus that remembers scopes no longer than the bus does.
package protocol ScopeMemory: AnyObject, Sendable {
  /// The bus has forgotten a scope.
  func forget(_ scope: Scope)
}

extension LifecycleBus {
  /// The one object of its type that belongs to the bus and lives as long: the first that was offered.
  ///
  /// It keeps what outlives the part of an application that offers it, and must not keep the bus.
  package func companion<Companion: AnyObject & Sendable>(_ candidate: Companion) -> Companion {
    companions.object(candidate)
  }
}
