import Foundation
import Lifebus
import LifebusSystem
import Testing

@testable import LifebusHost

/// A handler that is registered with whatever clauses a test gives.
private actor Tester: LifecycleHandler {
  nonisolated let id: HandlerID = "any"
}

@Suite struct FormatTests {
  /// What the bus does, in order, until it is shut down.
  private func activity(
    _ post: (LifecycleBus) -> Void, policy: Policy = Policy(), clauses: (ClauseBuilder<Tester>) -> Void
  ) async throws -> [Activity] {
    let bus = LifecycleBus()
    let stream = bus.activity
    try bus.register(Tester(), policy: policy, clauses)
    post(bus)
    try await bus.idle()
    await bus.shutdown()
    var items: [Activity] = []
    for await item in stream { items.append(item) }
    return items
  }

  /// The lines without their first and sixth column, which are times.
  private func timeline(_ items: [Activity]) -> [String] {
    var timeline = Timeline(handlers: ["any"], colours: .none)
    return items.compactMap { timeline.line(for: $0) }.map { line in
      let time = line.prefix(9)
      #expect(time.last?.isNumber == true && time.dropLast(3).last == ".", "\(line)")
      let rest = line.dropFirst(11).replacing(/\ +[0-9.]+ (µs|ms|s)/, with: " TIME")
      return rest.split(separator: /\ \ +/).joined(separator: " | ")
    }
  }

  @Test func `a timeline has a line for each outcome, and columns that stand below each other`() async throws {
    let items = try await activity { bus in
      bus.post(Disappear("nowhere"))
      bus.post(Launch(cause: .user))
      bus.report(.active)
      bus.report(.background)
      bus.post(Appear(Scope("article", instance: "42"), scene: "second"))
      bus.post(Custom("x", attributes: ["b": "2", "a": "\u{1B}[31m"]), id: "1")
      bus.post(Custom("x"), id: "1")
      bus.post(Custom("nobodys"))
    } clauses: { on in
      on(Appear.self) { _, _ in throw Broken() }
      on(Launch.self) { _, _ in }
      on(PhaseChanged.self) { _, _ in }
      on(Custom.self, named: "x") { _, _ in }
    }
    #expect(
      timeline(items).sorted() == [
        "appear | article/42@second | any | failed TIME | it is broken",
        "custom:nobodys | - | unhandled",
        "custom:x | - | duplicate",
        "custom:x | any | done TIME | a=\\u{1b}[31m | b=2",
        "disappear | nowhere | - | dropped | was not present",
        "disappear | nowhere | - | waits | for the launch",
        "launch user | any | done TIME",
        "phase active→background exit | any | done TIME",
        "phase background→active entry | any | done TIME",
      ])
  }

  @Test func `verdicts and what a gate holds have lines`() async throws {
    let items = try await activity(
      { bus in
        bus.post(Launch())
        bus.gate("any").open("ann")
        bus.gate("any").close("signed out")
      }, policy: Policy(gate: GateOptions()), clauses: { _ in })
    #expect(timeline(items) == ["gate | any | open | for ann", "gate | any | closed | signed out"])
  }

  @Test func `JSON has an object for each item, and leaves out what is not there`() async throws {
    let items = try await activity { bus in
      bus.post(Launch(cause: .user))
      bus.report(.active)
      bus.post(Custom("x", attributes: ["a": "\""]), id: EventID("1", source: "/me"))
    } clauses: { on in
      on(Launch.self) { _, _ in }
      on(Custom.self, named: "x") { _, _ in throw Broken() }
    }
    var lines = JSONLines(clock: WallClock(start: Date(timeIntervalSince1970: 0)))
    let texts = items.compactMap { lines.line(for: $0) }.map { line in
      line.replacing(/"time":"1970-01-01T00:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z"/, with: "T")
        .replacing(/"milliseconds":[0-9]+\.[0-9]{3}/, with: "M")
    }
    let launch = #""sequence":1,"id":"1","event":"launch","cause":"user""#
    let phase = #""scene":"main","from":"background","to":"active","isEntry":true,"isExit":false"#
    let custom = #""sequence":3,"id":"1","source":"/me","event":"custom:x","attributes":{"a":"\""}"#
    #expect(
      Set(texts) == [
        #"{"activity":"registered",T,"handler":"any"}"#,
        #"{"activity":"accepted",T,\#(launch)}"#,
        #"{"activity":"started",T,\#(launch),"handler":"any","attempt":1}"#,
        #"{"activity":"outcome",T,\#(launch),"handler":"any","attempt":1,"outcome":"done",M}"#,
        #"{"activity":"accepted",T,"sequence":2,"id":"2","event":"phaseChanged",\#(phase)}"#,
        #"{"activity":"accepted",T,\#(custom)}"#,
        #"{"activity":"started",T,\#(custom),"handler":"any","attempt":1}"#,
        #"{"activity":"outcome",T,\#(custom),"handler":"any","attempt":1,"outcome":"failed","reason":"it is broken",M}"#,
        #"{"activity":"shuttingDown",T}"#,
      ])
  }

  @Test func `a colour is only for terminals`() {
    #expect(Colours.none.paint("done", .good) == "done")
    #expect(Colours.terminal.paint("done", .good) == "\u{1B}[32mdone\u{1B}[0m")
  }

  @Test(arguments: [(0, "0 µs"), (999, "999 µs"), (3_456, "3.4 ms"), (1_250_000, "1.25 s"), (75_000_000, "75.00 s")])
  func `a duration is brief`(microseconds: Int, text: String) {
    #expect(Duration.microseconds(microseconds).brief == text)
  }

  @Test func `the wall clock counts on from its start`() {
    var clock = WallClock(start: Date(timeIntervalSince1970: 1_700_000_000.25))
    #expect(clock.text(at: .zero) == "2023-11-14T22:13:20.250Z")
    #expect(clock.text(at: .milliseconds(1_755)) == "2023-11-14T22:13:22.005Z")
  }

  @Test func `control characters are written out`() {
    #expect(visible("a\u{1B}[2Jb\nc\u{202E}é") == "a\\u{1b}[2Jb\\u{a}c\\u{202e}é")
  }
}
