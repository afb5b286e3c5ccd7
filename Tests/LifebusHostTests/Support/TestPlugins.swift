import Lifebus

/// Takes every event, and does what a custom event's name says: `fail`, `hang` (until it is cancelled), `echo`, `tell`.
actor Recorder: LifecyclePlugin {
  struct Options: PluginOptions {
    static let names = ["label", "count", "ratio", "isLoud", "paths", "limits"]
    var label: String?
    var count: Int?
    var ratio: Double?
    var isLoud: Bool?
    var paths: [String]?
    var limits: [String: Int]?
  }

  static let pluginID: HandlerID = "recorder"
  private let options: Options
  private let context: PluginContext

  init(options: Options, context: PluginContext) throws {
    self.options = options
    self.context = context
  }

  func start() async throws {
    context.log("started \(options.label ?? "-") version \(context.version)")
  }

  nonisolated func register(on bus: LifecycleBus) throws {
    try bus.register(self) { on in
      on(Custom.self, named: "fail") { _, _ in throw Broken() }
      on(Custom.self, named: "hang") { _, _ in try await neverUnlessCancelled() }
      on(Custom.self, named: "echo") { _, delivery in
        delivery.post(Custom("echoed", attributes: delivery.event.attributes))
      }
      on(Custom.self, named: "tell") { recorder, _ in recorder.context.log("told") }
      on(Launch.self) { _, _ in }
      on(Appear.self) { _, _ in }
      on(PhaseChanged.self) { _, _ in }
    }
  }

  func stop() async { context.log("stopped") }
}

/// What a test plugin throws.
struct Broken: Error, CustomStringConvertible {
  let description = "it is broken"
}

/// Suspends until the calling task is cancelled.
func neverUnlessCancelled() async throws {
  let (never, _) = AsyncStream<Never>.makeStream()
  for await _ in never {}
  try Task.checkCancellation()
}

/// Options of a plugin that has none.
struct NoOptions: PluginOptions {
  static let names: [String] = []
}

/// Owns a gate, which it closes at the launch, and opens at the custom event `signedIn`.
actor Doorkeeper: LifecyclePlugin {
  static let pluginID: HandlerID = "doorkeeper"

  init(options: NoOptions, context: PluginContext) {}

  nonisolated func register(on bus: LifecycleBus) throws {
    try bus.register(self, policy: Policy(gate: GateOptions())) { on in
      on(Launch.self) { _, delivery in delivery.gate?.close("signed out") }
      on(Custom.self, named: "signedIn") { _, delivery in delivery.gate?.open("ann") }
    }
  }
}

/// Waits behind the doorkeeper's gate for every appearance.
actor Guest: LifecyclePlugin {
  static let pluginID: HandlerID = "guest"

  init(options: NoOptions, context: PluginContext) {}

  nonisolated func register(on bus: LifecycleBus) throws {
    try bus.register(self, policy: Policy(behind: "doorkeeper")) { on in
      on(Appear.self) { _, _ in }
    }
  }
}

/// Never starts.
actor Stillborn: LifecyclePlugin {
  static let pluginID: HandlerID = "stillborn"

  init(options: NoOptions, context: PluginContext) {}

  func start() async throws { throw Broken() }

  nonisolated func register(on bus: LifecycleBus) throws {}
}

/// Times out at the custom event `slow`.
actor Sleeper: LifecyclePlugin {
  static let pluginID: HandlerID = "sleeper"

  init(options: NoOptions, context: PluginContext) {}

  nonisolated func register(on bus: LifecycleBus) throws {
    try bus.register(self, policy: Policy(timeout: .milliseconds(1))) { on in
      on(Custom.self, named: "slow") { _, _ in try await neverUnlessCancelled() }
    }
  }
}
