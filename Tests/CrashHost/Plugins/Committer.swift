import Lifebus

/// Counts the events: each call commits one more than the last one that was done.
actor Committer: LifecyclePlugin {
  static let pluginID: HandlerID = "committer"
  private let file: CallFile

  init(options: NoOptions, context: PluginContext) { file = CallFile(context) }

  func start() async throws { try file.open() }

  nonisolated func register(on bus: LifecycleBus) throws {
    try bus.register(self, policy: Policy(durability: .atLeastOnce)) { on in
      on(Custom.self, named: work) { committer, delivery in
        try committer.file.begin(delivery)
        let count = Self.count(in: delivery.committed) + 1
        delivery.commit(Array("\(count)".utf8))
        try await Work.some()
        try committer.file.end(delivery, count: count)
      }
    }
  }

  private static func count(in committed: [UInt8]?) -> Int { Int(String(decoding: committed ?? [], as: UTF8.self)) ?? 0 }
}
