import Lifebus

/// Takes a few milliseconds for each event, so that it is behind and nearly always called when the process is killed.
actor Slow: LifecyclePlugin {
  static let pluginID: HandlerID = "slow"
  private let file: CallFile

  init(options: NoOptions, context: PluginContext) { file = CallFile(context) }

  func start() async throws { try file.open() }

  nonisolated func register(on bus: LifecycleBus) throws {
    try bus.register(self, policy: Policy(durability: .atLeastOnce)) { on in
      on(Custom.self, named: work) { slow, delivery in
        try slow.file.begin(delivery)
        // Real time: a kill is to find it running.
        try await ContinuousClock().sleep(for: .microseconds(Int.random(in: 1_000...3_000)))
        try slow.file.end(delivery)
      }
    }
  }
}
