import LifebusUI

/// Somebody has signed in.
struct SignedIn: LifecycleEvent {
  let user: Identity
}

/// Whoever was in has signed out.
struct SignedOut: LifecycleEvent {}

/// Knows who is in, and owns the gate that says so: the login is shown when it is known that nobody is, and never before.
actor Session: LifecycleHandler {
  nonisolated let id: HandlerID = "session"
  private var stored: Identity?

  init(stored: Identity? = nil) {
    self.stored = stored
  }

  nonisolated func register(on bus: LifecycleBus) throws {
    let gate = GateOptions(limit: .after(.seconds(5)), onClose: .cancelRunning)
    try bus.register(self, policy: Policy(gate: gate)) { on in
      on(Launch.self) { session, delivery in
        if let user = await session.readStore() { delivery.gate?.open(user) } else { delivery.gate?.close("signed out") }
      }
      on(SignedIn.self) { session, delivery in
        session.stored = delivery.event.user
        delivery.gate?.open(delivery.event.user)
      }
      on(SignedOut.self) { session, delivery in
        session.stored = nil
        delivery.gate?.close("signed out")
      }
    }
  }

  /// Reads who was in last; a real one asks the keychain, which takes its time.
  private func readStore() async -> Identity? { stored }
}
