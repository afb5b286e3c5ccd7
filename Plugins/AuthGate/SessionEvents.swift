internal import Lifebus

/// Hears of sign-in and sign-out, also while the plugin's own delivery waits for a token server.
actor SessionEvents: LifecycleHandler {
  nonisolated let id: HandlerID = "auth-gate-session"
  private let plugin: AuthGatePlugin

  init(of plugin: AuthGatePlugin) {
    self.plugin = plugin
  }

  nonisolated func register(on bus: LifecycleBus) throws {
    try bus.register(self, policy: Policy(runsOn: .ownThread)) { on in
      on(Custom.self, named: "auth-gate.signedIn") { handler, _ in await handler.plugin.look() }
      on(Custom.self, named: "auth-gate.signedOut") { handler, _ in try await handler.plugin.signOut() }
    }
  }
}
