import Lifebus
import Synchronization
import TestSupport
import Testing

/// What a plugin says for people.
final class Talk: Sendable {
  private let said = Mutex<[String]>([])

  var lines: [String] { said.withLock { $0 } }
  func add(_ line: String) { said.withLock { $0.append(line) } }
}

extension PluginContext {
  /// A context whose base is a folder, and the plugin's own folder one in it.
  init(
    _ folder: TemporaryFolder, talk: Talk = Talk(), tokens: (any TokenSource)? = nil,
    onLine: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.init(folder: folder["own"], base: folder.path, version: "1", tokens: tokens) { line in
      talk.add(line)
      onLine(line)
    }
  }
}

extension LifecycleBus {
  /// A bus with plugins that are ready; nil: without a ledger.
  static func with(_ plugins: any LifecyclePlugin..., ledger: (any Ledger)? = nil) async throws -> LifecycleBus {
    let bus = try ledger.map { try LifecycleBus(ledger: $0, version: "1") } ?? LifecycleBus()
    for plugin in plugins {
      try await plugin.start()
      try plugin.register(on: bus)
    }
    return bus
  }

  /// Posts an event, and waits for its outcomes.
  @discardableResult
  func deliver(_ event: some LifecycleEvent) async throws -> [HandlerID: Outcome] {
    try await post(event).settled()
  }

  /// Goes to the background and becomes active again: an entry, whose outcomes it waits for.
  @discardableResult
  func enter() async throws -> [HandlerID: Outcome] {
    report(.background)
    let change = try #require(report(.active).derived.first)
    return try await change.settled()
  }
}

/// What a plugin says of its calls.
struct Recorder: Sendable {
  private let activity: ActivityStream
  private let handler: HandlerID

  init(_ handler: HandlerID, on bus: LifecycleBus) {
    self.handler = handler
    activity = bus.activity
  }

  /// The numbers that the next call of the plugin says, by their names.
  func next() async -> [String: String] {
    while let item = await activity.next() {
      guard item.handler == handler, let remark = item.remark else { continue }
      let pairs = remark.split(separator: ", ").map { $0.split(separator: " ").map(String.init) }
      return Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) })
    }
    return [:]
  }
}

/// A handler of a test.
actor Guest: LifecycleHandler {
  nonisolated let id: HandlerID
  var names: [String] = []

  init(name: HandlerID = "guest") {
    id = name
  }
}
