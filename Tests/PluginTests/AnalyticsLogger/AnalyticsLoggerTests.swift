import AnalyticsLogger
import Foundation
import Lifebus
import TestSupport
import Testing

@Suite struct AnalyticsLoggerTests {
  let folder: TemporaryFolder
  let talk = Talk()

  init() throws {
    folder = try TemporaryFolder()
  }

  func bus(_ options: AnalyticsLoggerPlugin.Options = .init(file: "events.jsonl")) async throws -> LifecycleBus {
    try await LifecycleBus.with(try AnalyticsLoggerPlugin(options: options, context: PluginContext(folder, talk: talk)))
  }

  /// The file's lines, with `RUN` and `TIME` for what differs from run to run.
  func lines() -> [String] {
    let text = folder.text(at: "events.jsonl") ?? ""
    return text.split(separator: "\n").map { line in
      String(line).replacing(/"id":"[-0-9a-f]{36}-(\d+)"/) { #""id":"RUN-\#($0.1)""# }
        .replacing(/"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/, with: #""time":"TIME""#)
    }
  }

  @Test func `each kind of event is one line with its fields in one order`() async throws {
    let bus = try await bus()
    bus.post(Appear(Scope("article", instance: "42"), scene: "left"), id: EventID("tap-1", source: "app"))
    bus.post(Launch(cause: .user, attributes: ["b": "2", "a": "1"]))
    bus.report(.active)
    bus.post(Custom("bought", attributes: ["what": "a \"book\"\n"]))
    bus.post(Order(number: 7))
    bus.post(Disappear(Scope("article", instance: "42"), scene: "left"))
    bus.report(.background)
    try await bus.idle()
    let place = #""scope":"article","instance":"42","scene":"left""#
    #expect(
      lines() == [
        line(1, "launch", #""cause":"user","attributes":{"a":"1","b":"2"}"#),
        line(2, "firstAppear", place),
        line(3, "appear", place).replacing(#""id":"RUN-3","source":"lifebus""#, with: #""id":"tap-1","source":"app""#),
        line(4, "phaseChanged", #""scene":"main","from":"background","to":"active","isEntry":true,"isExit":false"#),
        line(5, "custom.bought", #""attributes":{"what":"a \"book\"\u000a"}"#),
        line(6, "custom.Order", #""scope":"order","payload":{"number":7}"#),
        line(7, "disappear", place),
        line(8, "phaseChanged", #""scene":"main","from":"active","to":"background","isEntry":false,"isExit":true"#),
      ])
  }

  func line(_ sequence: Int, _ type: String, _ data: String) -> String {
    #"{"specversion":"1.0","id":"RUN-\#(sequence)","source":"lifebus","type":"dev.lifebus.\#(type)","time":"TIME","#
      + #""datacontenttype":"application/json","data":{"sequence":\#(sequence),\#(data)}}"#
  }

  struct Order: LifecycleEvent, Encodable {
    let number: Int
    var scope: Scope? { "order" }
    enum CodingKeys: CodingKey { case number }
  }

  @Test func `what is not delivered twice is not written twice`() async throws {
    let bus = try await bus()
    bus.post(Launch(cause: .user))
    bus.post(Custom("bought"), id: "order-7")
    bus.post(Custom("bought"), id: "order-7")
    bus.post(Launch(cause: .user))
    try await bus.idle()
    #expect(lines().count == 2)
  }

  @Test func `the time is the event's, in milliseconds of the calendar`() async throws {
    let start = Date()
    let bus = try await bus()
    try await bus.deliver(Launch(cause: .user))
    let text = try #require(folder.text(at: "events.jsonl")?.firstMatch(of: /"time":"([^"]+)"/)?.1)
    let time = try Date(String(text), strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    #expect(time >= start - 0.002 && time <= Date() + 0.002)
  }

  @Test func `runs append to one file, and no id comes twice`() async throws {
    for _ in 0..<3 {
      let bus = try await bus()
      bus.post(Launch(cause: .user))
      bus.post(Appear("home"))
      await bus.shutdown(grace: .seconds(60))
    }
    let ids = (folder.text(at: "events.jsonl") ?? "").matches(of: /"id":"([^"]+)"/).map { String($0.1) }
    #expect(ids.count == 9 && Set(ids).count == 9)
    #expect(talk.lines.isEmpty)
  }

  @Test func `the file is in the plugin's own folder if no option says where, private to its owner`() async throws {
    let bus = try await bus(.init())
    try await bus.deliver(Launch(cause: .user))
    #expect(folder.text(at: "own/analytics.jsonl")?.isEmpty == false)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder["own/analytics.jsonl"])
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `an event that throws when it is encoded fails, and the next is written`() async throws {
    let bus = try await bus()
    bus.post(Launch(cause: .user))
    let outcomes = try await bus.deliver(Bad())
    #expect(outcomes["analytics-logger"]?.reason?.hasPrefix("'custom:Bad' cannot be encoded as JSON: ") == true)
    try await bus.deliver(Custom("good"))
    #expect(lines().count == 2)
  }

  struct Bad: LifecycleEvent, Encodable {
    var number = Double.nan
  }

  @Test(arguments: [
    (
      AnalyticsLoggerPlugin.Options(maxBytes: 1023),
      "'maxBytes' of analytics-logger is 1023: it has to be from 1024 to 1000000000000"
    ),
    (AnalyticsLoggerPlugin.Options(keep: -1), "'keep' of analytics-logger is -1: it has to be from 0 to 1000"),
  ])
  func `an option out of its range is an error that names it`(options: AnalyticsLoggerPlugin.Options, text: String) throws {
    let error = #expect(throws: AnalyticsLoggerError.self) {
      try AnalyticsLoggerPlugin(options: options, context: PluginContext(folder))
    }
    #expect(error?.description == "option \(text)")
  }
}
