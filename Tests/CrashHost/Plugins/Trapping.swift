import Lifebus

/// Ends the process with a trap when it is called for one event.
actor Trapping: LifecyclePlugin {
  struct Options: PluginOptions {
    static let names = ["event"]
    /// The event's id; nil: it never traps.
    var event: String?
  }

  static let pluginID: HandlerID = "trapping"
  private let file: CallFile
  private let event: String?

  init(options: Options, context: PluginContext) {
    file = CallFile(context)
    event = options.event
  }

  func start() async throws { try file.open() }

  nonisolated func register(on bus: LifecycleBus) throws {
    try bus.register(self, policy: Policy(durability: .atLeastOnce)) { on in
      on(Custom.self, named: work) { trapping, delivery in
        try trapping.file.begin(delivery)
        precondition(delivery.id.value != trapping.event, "this event ends the process")
        try trapping.file.end(delivery)
      }
    }
  }
}
