import Lifebus

/// Ends the process with a trap when it is called for an event of one name.
actor Trapping: LifecyclePlugin {
  struct Options: PluginOptions {
    static let names = ["event"]
    /// The event's name; nil: it never traps.
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

  /// Registers it after the one other that wants the event: nobody else is to be called for it when the process ends.
  nonisolated func register(on bus: LifecycleBus) throws {
    try bus.register(self, policy: Policy(after: [.ifPresent("analytics-logger")], durability: .atLeastOnce)) { on in
      on(Custom.self) { trapping, delivery in
        try trapping.file.begin(delivery)
        precondition(delivery.event.name != trapping.event, "this event ends the process")
        try trapping.file.end(delivery)
      }
    }
  }
}
