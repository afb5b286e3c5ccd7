import Foundation
import LifebusSystem
import Testing

@testable import LifebusHost

@Suite struct HostRunTests {
  @Test func `a run to idle ends with a summary and code 0`() async throws {
    let result = try await HostedRun.result(
      ["--plugins", "recorder", "--events", "-", "--until-idle", "--json"],
      events: [Line.launch, Line.active, Line.appear("home"), Line.appear("home"), Line.background])
    #expect(result.code == .done)
    #expect(
      result.output.last == """
        {"activity":"summary","events":6,"deliveries":{"recorder":{"appear":2,"launch":1,"phaseChanged":2}},"entries":1,\
        "exits":1,"held":{}}
        """)
    #expect(result.talk == ["recorder: started - version 1", "recorder: stopped"])
  }

  @Test(arguments: [
    ([Line.launch, Line.custom("fail")], ExitCode.failed),
    ([Line.launch, Line.custom("slow")], .timedOut),
    ([Line.launch, Line.appear("home")], .held),
    ([Line.launch, Line.custom("nobodys")], .unhandled),
    ([Line.launch, Line.custom("nobodys"), Line.appear("home"), Line.custom("slow"), Line.custom("fail")], .failed),
    ([Line.launch, Line.custom("fail"), "{"], .badInput),
    ([Line.launch, Line.launch], .done),
    ([Line.appear("home")], .badInput),
  ])
  func `the exit code says the worst that happened`(events: [String], code: ExitCode) async throws {
    let plugins = "recorder,sleeper,doorkeeper,guest"
    let result = try await HostedRun.result(["--plugins", plugins, "--events", "-", "--until-idle"], events: events)
    #expect(result.code == code, "\(result)")
  }

  @Test func `what a gate holds is counted and told, and may be allowed`() async throws {
    let arguments = ["--plugins", "doorkeeper,guest", "--events", "-", "--until-idle", "--json"]
    let events = [Line.launch, Line.appear("home"), Line.appear("home")]
    let held = try await HostedRun.result(arguments, events: events)
    #expect(held.code == .held)
    #expect(held.output.last?.contains(#""held":{"guest":2}"#) == true)
    #expect(held.talk == ["lifebus-host: not finished: 'guest' has 2 held by 'doorkeeper' (closed)"])
    let allowed = try await HostedRun.result(arguments + ["--allow-held"], events: events)
    #expect(allowed.code == .done)
    #expect(allowed.talk == [])
  }

  @Test func `what a gate held is delivered when it opens`() async throws {
    let result = try await HostedRun.result(
      ["--plugins", "doorkeeper,guest", "--events", "-", "--until-idle", "--json"],
      events: [Line.launch, Line.appear("home"), Line.custom("signedIn")])
    #expect(result.code == .done)
    let deliveries = #""deliveries":{"doorkeeper":{"custom:signedIn":1,"launch":1},"guest":{"appear":1}}"#
    #expect(result.output.last?.contains(deliveries) == true)
  }

  @Test func `bad lines are told with file, number and field, and the rest is delivered`() async throws {
    let result = try await HostedRun.result(
      ["--plugins", "recorder", "--events", "-", "--until-idle", "--json"],
      events: [Line.launch, "", #"{"type":"appear"}"#, #"{"type":"appear","#, Line.appear("home")])
    #expect(result.code == .badInput)
    #expect(
      result.talk.dropFirst().dropLast() == [
        "lifebus-host: standard input:3: field 'scope' is missing",
        "lifebus-host: standard input:4: broken JSON at column 18: expected a key in quotes, found the end",
      ])
    #expect(result.output.last?.contains(#""recorder":{"appear":1,"launch":1}"#) == true)
  }

  @Test func `counts are exact however long the input is`() async throws {
    let count = 10_000
    let arguments = ["--plugins", "recorder,doorkeeper,guest", "--events", "-", "--until-idle", "--json"]
    let events = [Line.launch] + (0..<count).map { Line.appear("s\($0)") }
    let result = try await HostedRun.result(arguments, events: events)
    #expect(result.code == .held)
    #expect(
      result.output.last == """
        {"activity":"summary","events":\(2 * count + 1),"deliveries":{"doorkeeper":{"launch":1},\
        "recorder":{"appear":\(count),"launch":1}},"entries":0,"exits":0,"held":{"guest":\(count)}}
        """)
    let released = try await HostedRun.result(arguments, events: events + [Line.custom("signedIn")])
    #expect(released.code == .done)
    #expect(released.output.last?.contains(#""guest":{"appear":\#(count)},"#) == true)
    #expect(result.output.count { $0.contains(#""activity":"outcome""#) && $0.contains(#""recorder""#) } == count + 1)
  }

  @Test func `a plugin that does not start ends the host, and names itself`() async throws {
    let result = try await HostedRun.result(["--plugins", "recorder,stillborn", "--events", "-"], events: [Line.launch])
    #expect(result.code == .badInput)
    #expect(result.output == [])
    #expect(result.talk.contains("lifebus-host: plugin 'stillborn' cannot start: it is broken"))
    #expect(result.talk.contains("recorder: stopped"), "what was started is stopped")
  }

  @Test func `what a handler posts is printed with its attributes`() async throws {
    let event = #"{"type":"custom","name":"echo","data":{"files":3}}"#
    let result = try await HostedRun.result(
      ["--plugins", "recorder", "--events", "-", "--until-idle"], events: [Line.launch, event])
    #expect(result.code == .unhandled)
    let line = try #require(result.output.first { $0.contains("custom:echoed") })
    #expect(line.contains("unhandled") && line.hasSuffix("files=3"))
  }
}
