import LifebusUI

/// Notes what happens, and sends the notes when the application is left: the system grants the time for it.
actor Analytics: LifecycleHandler {
  nonisolated let id: HandlerID = "analytics"
  private var notes: [String] = []

  nonisolated func register(on bus: LifecycleBus) throws {
    try bus.register(self) { on in
      on(PhaseChanged.self, where: \.isExit) { analytics, _ in try await analytics.send() }
      on(AnyEvent.self) { analytics, delivery in analytics.notes.append(delivery.event.kind) }
    }
  }

  /// Sends the notes; a real one asks the network.
  private func send() async throws { notes = [] }
}
