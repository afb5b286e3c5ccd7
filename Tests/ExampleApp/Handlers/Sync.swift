import LifebusUI

/// Brings the library up to date each time that somebody comes back to the application; never twice at a time.
///
/// What a screen shows is loaded by the screen when it appears for the first time. A sync that loads the same at the entry of the
/// start has it loaded twice.
actor Sync: LifecycleHandler {
  nonisolated let id: HandlerID = "sync"
  private let library: Library
  private var wasLeft = false

  init(_ library: Library) {
    self.library = library
  }

  nonisolated func register(on bus: LifecycleBus) throws {
    let session = bus.gate("session")
    let policy = Policy(
      timeout: .seconds(30), retry: Retry(attempts: 3, delay: .seconds(1)), behind: Dependency(session.id))
    try bus.register(self, policy: policy) { on in
      on(PhaseChanged.self, where: \.isExit) { sync, _ in sync.wasLeft = true }
      on(PhaseChanged.self, where: \.isEntry, keep: .latest) { sync, _ in
        guard sync.wasLeft, case .open(let user) = session.current else { return }
        try await sync.library.refresh(for: user)
        sync.wasLeft = false
      }
    }
  }
}
