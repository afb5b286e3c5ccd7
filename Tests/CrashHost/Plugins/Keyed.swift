import Lifebus

/// Works once for each key, in calls that do not suspend.
actor Keyed: LifecyclePlugin {
  static let pluginID: HandlerID = "keyed"
  private let file: CallFile

  init(options: NoOptions, context: PluginContext) { file = CallFile(context) }

  func start() async throws { try file.open() }

  nonisolated func register(on bus: LifecycleBus) throws {
    try bus.register(self, policy: Policy(durability: .atLeastOnce)) { on in
      on(Custom.self, named: work, once: .perKey) { keyed, delivery in
        try keyed.file.begin(delivery)
        Work.compute()
        try keyed.file.end(delivery)
      }
    }
  }
}
