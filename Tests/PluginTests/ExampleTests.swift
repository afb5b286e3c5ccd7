import AnalyticsLogger
import AuthGate
import Foundation
import Lifebus
import Sync
import TestSupport
import Testing

@Suite struct ExampleTests {
  static let example = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Sources/lifebus-host/Example").standardizedFileURL.path

  struct Line: Decodable {
    let type: String
    let scope: String?
    let to: SceneReport?
  }

  struct Configuration: Decodable {
    struct Plugins: Decodable {
      enum CodingKeys: String, CodingKey {
        case auth = "auth-gate"
        case sync
        case logger = "analytics-logger"
      }
      let auth: AuthGatePlugin.Options
      let sync: SyncPlugin.Options
      let logger: AnalyticsLoggerPlugin.Options
    }
    let plugins: Plugins
  }

  @Test func `the example gives the numbers that the rules give`() async throws {
    let folder = try TemporaryFolder()
    let contents = try #require(FileManager.default.contents(atPath: Self.example + "/lifebus.json"))
    let options = try JSONDecoder().decode(Configuration.self, from: contents).plugins
    let context = { PluginContext(folder: folder[$0], base: Self.example, version: "1") { _ in } }
    let bus = try await LifecycleBus.with(
      try AuthGatePlugin(options: options.auth, context: context("auth-gate")),
      try SyncPlugin(options: options.sync, context: context("sync")),
      try AnalyticsLoggerPlugin(options: options.logger, context: context("analytics-logger")))
    let recorder = Recorder("sync", on: bus)

    var receipts: [Receipt] = []
    for line in try lines() {
      receipts.append(try post(line, on: bus))
      if bus.snapshot().isLaunched { try await bus.idle() }
    }
    let counts = try await countKinds(receipts, on: bus, folder)
    #expect(counts == ["launch": 1, "firstAppear": 2, "appear": 3, "phaseChanged": 8])
    #expect(receipts.last?.disposition == .duplicate)
    #expect(bus.gate("auth-gate").current == .open("alice"))
    #expect(bus.snapshot().entries == 2 && bus.snapshot().exits == 1)
    #expect(await recorder.next()["copied"] == "3")
    #expect(await recorder.next()["copied"] == "0")
    #expect(folder.files(in: "sync/mirror/content") == ["articles/first.md", "articles/second.md", "home.json"])
  }

  func lines() throws -> [Line] {
    let bytes = try #require(FileManager.default.contents(atPath: Self.example + "/events.jsonl"))
    return try String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
      try JSONDecoder().decode(Line.self, from: Data(line.utf8))
    }
  }

  func post(_ line: Line, on bus: LifecycleBus) throws -> Receipt {
    switch line.type {
    case "launch": return bus.post(Launch(cause: .user))
    case "appear": return bus.post(Appear(Scope(try #require(line.scope))))
    default: return bus.report(try #require(line.to))
    }
  }

  func countKinds(_ receipts: [Receipt], on bus: LifecycleBus, _ folder: TemporaryFolder) async throws -> [String: Int] {
    try await bus.idle()
    let text = folder.text(at: "analytics-logger/analytics.jsonl") ?? ""
    let kinds = text.matches(of: /"type":"dev\.lifebus\.([^"]+)"/).map { String($0.1) }
    return kinds.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}
