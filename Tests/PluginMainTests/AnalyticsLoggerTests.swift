import AnalyticsLogger
import Foundation
import Lifebus
import LifebusJSON
import TestSupport
import Testing

/// A built-in plugin, as a program.
@Suite(.timeLimit(.minutes(1))) struct AnalyticsLoggerTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Has the plugin write some events in this process.
  private func writeHere() async throws {
    let context = PluginContext(folder: folder["own"], base: folder.path, version: "1") { _ in }
    let plugin = try AnalyticsLoggerPlugin(options: .init(file: "here.jsonl"), context: context)
    try await plugin.start()
    let bus = LifecycleBus()
    try plugin.register(on: bus)
    bus.post(Launch(cause: .user, attributes: ["url": "x"]))
    bus.report(.active)
    bus.post(Appear(Scope("article", instance: "42"), scene: "left"))
    bus.post(Custom("signedOut", attributes: ["reason": "\"expired\""]), id: EventID("7", source: "/shop"))
    bus.post(Disappear(Scope("article", instance: "42"), scene: "left"))
    bus.report(.background)
    await bus.shutdown()
  }

  /// Has it write in a program what it has written here.
  private func writeThere(_ lines: [JSONObject]) async throws {
    let child = try Child("analytics-logger", in: folder)
    child.say(HostText.start("analytics-logger", in: folder, options: #"{"file":"there.jsonl"}"#))
    #expect(await child.output.next() == #"{"lifebus":1,"on":[{"kind":"any"}],"replay":"none","durable":true}"#)
    child.say(HostText.registered())
    for (index, line) in lines.enumerated() {
      child.say(try delivery(index + 1, of: line))
      // What it commits is its place in the file.
      #expect(await child.output.next()?.hasPrefix(#"{"delivery":\#(index + 1),"done":true,"commit":""#) == true)
    }
    child.say(HostText.stop)
    #expect(await child.code() == 0)
  }

  /// The delivery that leads to a line.
  private func delivery(_ number: Int, of line: JSONObject) throws -> String {
    let data = try #require(line.object("data"))
    let sequence = try #require(data.number("sequence"))
    let isGiven = line.text("source") != "lifebus"
    var event = JSONLine()
    event.add("specversion", "1.0")
    event.add("id", isGiven ? line.text("id") : "\(sequence)")
    event.add("source", line.text("source"))
    event.add("type", line.text("type"))
    event.add("time", line.text("time"))
    event.add("sequence", "\(sequence)")
    event.add("data", json: JSONValue.object(data).json)
    return #"{"do":"deliver","delivery":\#(number),"attempt":1,"key":"k/\#(number)","event":\#(event.text)}"#
  }

  private func objects(of file: String) -> [JSONObject] {
    folder.lines(of: file).compactMap { JSONObject(parsing: Array($0.utf8)) }
  }

  /// A line without what is never the same: its run, and its time to the millisecond.
  private func comparable(_ line: JSONObject) -> String {
    var object = JSONObject()
    for member in line.members where member.key != "time" {
      let isRun = member.key == "id" && line.text("source") == "lifebus"
      _ = object.append(member.key, isRun ? .string("run") : member.value)
    }
    return JSONValue.object(object).json
  }

  private func time(of line: JSONObject) throws -> Date {
    try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(try #require(line.text("time")))
  }

  @Test func `It writes the same file as in the host's process`() async throws {
    try await writeHere()
    let here = objects(of: "here.jsonl")
    try await writeThere(here)
    let there = objects(of: "there.jsonl")
    #expect(here.count == 7)
    #expect(there.map(comparable) == here.map(comparable))
    for (one, other) in zip(here, there) {
      #expect(abs(try time(of: one).timeIntervalSince(try time(of: other))) < 0.005)
    }
  }
}
