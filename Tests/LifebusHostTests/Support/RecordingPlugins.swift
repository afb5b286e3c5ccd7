import Lifebus
import Synchronization

/// Takes only what its own conditions let through, and fails for the scope `broken`.
actor Choosy: LifecyclePlugin {
  static let pluginID: HandlerID = "choosy"

  init(options: NoOptions, context: PluginContext) {}

  nonisolated func register(on bus: LifecycleBus) throws {
    try bus.register(self) { on in
      on(PhaseChanged.self, where: \.isExit) { _, _ in }
      on(Appear.self) { _, delivery in if delivery.event.place.scope.name == "broken" { throw Broken() } }
      on(AnyEvent.self, where: { ($0.base as? Custom)?.attributes["mine"] != nil || $0.kind == "custom:pick2" }) { _, _ in }
    }
  }
}

/// The releases of one host's laborer, by the host's state folder.
private let releases = Mutex<[String: (AsyncStream<Void>, AsyncStream<Void>.Continuation)]>([:])

private func release(in context: PluginContext) -> (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation) {
  let folder = context.folder.split(separator: "/").dropLast().joined(separator: "/")
  return releases.withLock { releases in
    let release = releases[folder] ?? AsyncStream<Void>.makeStream()
    releases[folder] = release
    return release
  }
}

/// Works on the latest `job` until it is released.
actor Laborer: LifecyclePlugin {
  static let pluginID: HandlerID = "laborer"
  private let release: AsyncStream<Void>

  init(options: NoOptions, context: PluginContext) {
    release = LifebusHostTests.release(in: context).stream
  }

  private func work() async {
    for await _ in release { return }
  }

  nonisolated func register(on bus: LifecycleBus) throws {
    try bus.register(self) { on in
      on(Custom.self, named: "job", keep: .latest) { laborer, _ in await laborer.work() }
    }
  }
}

/// Releases the laborer at the custom event `release`.
actor Foreman: LifecyclePlugin {
  static let pluginID: HandlerID = "foreman"
  private let release: AsyncStream<Void>.Continuation

  init(options: NoOptions, context: PluginContext) {
    release = LifebusHostTests.release(in: context).continuation
  }

  nonisolated func register(on bus: LifecycleBus) throws {
    try bus.register(self) { on in
      on(Custom.self, named: "release") { foreman, _ in foreman.release.yield() }
    }
  }
}
