import Lifebus

/// The options of a plugin that has none.
struct NoOptions: PluginOptions {
  static let names: [String] = []
}

/// A plugin that registers a second handler.
actor Pair: LifecyclePlugin {
  static let pluginID: HandlerID = "pair"

  init(options: NoOptions, context: PluginContext) {}

  nonisolated func register(on bus: LifecycleBus) throws {
    try bus.register(self) { on in on(Launch.self) { _, _ in } }
    try bus.register(Second()) { on in on(Launch.self) { _, _ in } }
  }
}

private actor Second: LifecycleHandler {
  nonisolated let id: HandlerID = "second"
}

/// A plugin that wants an event of its own type.
actor Homesick: LifecyclePlugin {
  static let pluginID: HandlerID = "homesick"

  init(options: NoOptions, context: PluginContext) {}

  nonisolated func register(on bus: LifecycleBus) throws {
    try bus.register(self) { on in on(Sale.self) { _, _ in } }
  }
}

/// A plugin with a condition beside a once-only clause.
actor Picky: LifecyclePlugin {
  static let pluginID: HandlerID = "picky"

  init(options: NoOptions, context: PluginContext) {}

  nonisolated func register(on bus: LifecycleBus) throws {
    try bus.register(self) { on in
      on(Appear.self, where: { $0.scene == "left" }) { _, _ in }
      on(Appear.self, once: .perScope) { _, _ in }
    }
  }
}

/// A plugin that does not get ready.
actor Sleeper: LifecyclePlugin {
  static let pluginID: HandlerID = "sleeper"
  private let log: @Sendable (String) -> Void

  init(options: NoOptions, context: PluginContext) { log = context.log }

  func start() async throws {
    log("getting ready")
    try await foreverUntilCancelled()
  }

  nonisolated func register(on bus: LifecycleBus) throws {}
}

/// A plugin that cannot get ready.
actor Broken: LifecyclePlugin {
  static let pluginID: HandlerID = "broken"

  init(options: NoOptions, context: PluginContext) {}

  func start() async throws { throw Failure("the disk is on fire") }

  nonisolated func register(on bus: LifecycleBus) throws {}
}

/// A plugin that posts and talks more than a host reads.
actor Chatty: LifecyclePlugin {
  static let pluginID: HandlerID = "chatty"
  private let log: @Sendable (String) -> Void

  init(options: NoOptions, context: PluginContext) { log = context.log }

  nonisolated func register(on bus: LifecycleBus) throws {
    try bus.register(self) { on in
      on(Custom.self) { chatty, delivery in
        var refused = 0
        for number in 0..<60_000 {
          if case .refused = delivery.post(Custom("\(number)")).disposition { refused += 1 }
          chatty.log("\(number)")
        }
        delivery.note("\(refused) refused")
      }
    }
  }
}
