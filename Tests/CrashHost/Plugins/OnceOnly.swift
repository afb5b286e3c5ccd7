import Lifebus

/// Does what must not be done twice.
actor OnceOnly: LifecyclePlugin {
  static let pluginID: HandlerID = "once-only"
  private let file: CallFile

  init(options: NoOptions, context: PluginContext) { file = CallFile(context) }

  func start() async throws { try file.open() }

  nonisolated func register(on bus: LifecycleBus) throws {
    try bus.register(self, policy: Policy(durability: .atMostOnce)) { on in
      on(Custom.self, named: work) { onceOnly, delivery in
        try onceOnly.file.begin(delivery)
        try await Work.some()
        try onceOnly.file.end(delivery)
      }
    }
  }
}
