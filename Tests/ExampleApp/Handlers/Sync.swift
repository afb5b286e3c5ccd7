import LifebusUI

/// Brings the library up to date on each entry, once somebody is in; never twice at a time.
actor Sync: LifecycleHandler {
  nonisolated let id: HandlerID = "sync"
  private let library: Library

  init(_ library: Library) {
    self.library = library
  }

  nonisolated func register(on bus: LifecycleBus) throws {
    let session = bus.gate("session")
    let policy = Policy(
      timeout: .seconds(30), retry: Retry(attempts: 3, delay: .seconds(1)), behind: Dependency(session.id))
    try bus.register(self, policy: policy) { on in
      on(PhaseChanged.self, where: \.isEntry, keep: .latest) { sync, _ in
        guard case .open(let user) = session.current else { return }
        try await sync.library.load(for: user)
      }
    }
  }
}
