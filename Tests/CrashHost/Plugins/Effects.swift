import Lifebus

/// Works on each event, with an effect before and after.
actor Effects: LifecyclePlugin {
  static let pluginID: HandlerID = "effects"
  private let file: CallFile

  init(options: NoOptions, context: PluginContext) { file = CallFile(context) }

  func start() async throws { try file.open() }

  nonisolated func register(on bus: LifecycleBus) throws {
    try bus.register(self, policy: Policy(durability: .atLeastOnce)) { on in
      on(Custom.self, named: work) { effects, delivery in
        try effects.file.begin(delivery)
        try await Work.some()
        try effects.file.end(delivery)
      }
    }
  }
}

/// The name of the events that the handlers work on.
let work = "work"

/// Options of a plugin that has none.
struct NoOptions: PluginOptions {
  static let names: [String] = []
}
