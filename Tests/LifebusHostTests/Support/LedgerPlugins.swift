import Lifebus

/// Is durable, wants every custom event, and keeps those that are called `fail`, which it cannot handle.
actor Keeper: LifecyclePlugin {
  static let pluginID: HandlerID = "keeper"

  init(options: NoOptions, context: PluginContext) {}

  nonisolated func register(on bus: LifecycleBus) throws {
    try bus.register(self, policy: Policy(keepsDead: true, durability: .atLeastOnce)) { on in
      on(Custom.self) { _, delivery in if delivery.event.name == "fail" { throw Broken() } }
    }
  }
}
