import Foundation
import LifebusSystem
import LifebusWire
import TestSupport
import Testing

@testable import LifebusHost

/// What a client is told of the events that it emits.
@Suite struct EmittingTests {
  private static let arguments = ["--plugins", "recorder", "--json"]

  /// The answers without times, which are never the same twice.
  private func plain(_ lines: [String]) -> [String] {
    lines.map { $0.replacing(/"milliseconds":[0-9.]+/, with: "\"milliseconds\":T") }
  }

  private func emit(_ events: [String], _ arguments: [String] = arguments) async throws -> [String] {
    let run = try HostedRun(arguments, events: nil)
    let lines = try await RawClient.answers(await run.socket(), emitRequest() + events.joined(separator: "\n") + "\n")
    run.signals.yield(SIGTERM)
    #expect(await run.result().code == .done)
    #expect(lines.first?.hasPrefix(#"{"lifebus":1,"pid":"#) == true && lines.last == #"{"lifebus":1,"end":"complete"}"#)
    return plain(Array(lines.dropFirst().dropLast()))
  }

  @Test func `each line is answered in order, with the outcomes of what it derived`() async throws {
    let done = #"{"recorder":{"outcome":"done","attempts":1,"milliseconds":T}}"#
    #expect(
      try await emit([Line.launch, Line.active, Line.appear("home"), Line.active]) == [
        #"{"id":"1","sequence":1,"event":"launch","duplicate":false,"settled":true,"outcomes":\#(done)}"#,
        #"{"id":"2","sequence":2,"event":"phase","duplicate":false,"settled":true,"outcomes":{},"derived":["#
          + #"{"id":"2","sequence":2,"event":"phaseChanged","duplicate":false,"settled":true,"outcomes":\#(done)}]}"#,
        #"{"id":"4","sequence":4,"event":"appear","scope":"home","duplicate":false,"settled":true,"outcomes":\#(done),"#
          + #""derived":[{"id":"3","sequence":3,"event":"firstAppear","scope":"home","duplicate":false,"settled":true,"#
          + #""outcomes":{}}]}"#,
        #"{"id":"0","sequence":0,"event":"phase","duplicate":false,"settled":true,"disposition":"dropped","outcomes":{}}"#,
      ])
  }

  @Test func `an id that was accepted before has the first one's receipt, also that of a report`() async throws {
    let custom = #"{"type":"custom","name":"tell","id":"X"}"#
    let report = #"{"specversion":"1.0","id":"P","source":"s","type":"dev.lifebus.phase","data":{"to":"active"}}"#
    let answers = try await emit([Line.launch, custom, custom, report, report, Line.launch])
    for (first, second) in [(1, 2), (3, 4), (0, 5)] {
      let again = answers[second].replacing(#""duplicate":true"#, with: #""duplicate":false"#)
        .replacing(#","disposition":"duplicate""#, with: "")
      #expect(again == answers[first] && again != answers[second])
    }
  }

  @Test func `a bad line is answered with line and field, an empty one is not, and the host goes on`() async throws {
    let answers = try await emit([Line.launch, "", #"{"type":"x"}"#, "  ", "nonsense", #"{"type":"appear"}"#, Line.appear("a")])
    #expect(answers.count == 5)
    #expect(
      answers[1].hasPrefix(#"{"error":"'x' is unknown; known are launch"#) && answers[1].hasSuffix(#""line":3,"field":"type"}"#)
    )
    #expect(answers[2] == #"{"error":"broken JSON at column 1: expected a value","line":5}"#)
    #expect(answers[3] == #"{"error":"is missing","line":6,"field":"scope"}"#)
    #expect(answers[4].contains(#""scope":"a""#))
  }

  @Test func `a line above the limit is answered, and not kept`() async throws {
    let answers = try await emit([Line.launch, String(repeating: "x", count: 1 << 20 + 1), Line.appear("a")])
    #expect(answers[1] == #"{"error":"is longer than 1048576 bytes and was skipped","line":2}"#)
    #expect(answers[2].contains(#""scope":"a""#))
  }

  @Test func `a name that is too long is refused`() async throws {
    let long = String(repeating: "n", count: 4_097)
    let answers = try await emit([Line.launch, Line.appear(long), Line.appear(String(long.dropLast()))])
    #expect(answers[1] == #"{"error":"has 4097 bytes: give at most 4096","line":2,"field":"scope"}"#)
    #expect(answers[2].contains(#""settled":true"#))
  }

  @Test func `what nobody handles, what a gate holds and what fails is told as it is`() async throws {
    let answers = try await emit(
      [Line.launch, Line.custom("nobody"), Line.custom("fail"), Line.appear("a")],
      ["--plugins", "recorder,doorkeeper,guest", "--json"])
    #expect(answers[1].hasSuffix(#""settled":true,"outcomes":{}}"#))
    #expect(answers[2].contains(#""outcome":"failed","attempts":1,"milliseconds":T,"reason":"it is broken""#))
    #expect(answers[3].contains(#""guest":{"outcome":"held","attempts":0,"milliseconds":T,"reason":"held by doorkeeper"}"#))
    #expect(answers[3].contains(#""settled":true"#))
  }

  @Test func `what has not settled in time is told as it stands, and accepted only is told at once`() async throws {
    let run = try HostedRun(Self.arguments, events: nil)
    let path = await run.socket()
    let events = [Line.launch, Line.custom("hang")].joined(separator: "\n") + "\n"
    let late = try await RawClient.answers(path, emitRequest(timeout: 10) + events)
    #expect(late[2].contains(#""settled":false"#) && late[2].contains(/"outcome":"(running|waiting)"/))
    let accepted = try await RawClient.answers(path, emitRequest(.accepted) + Line.custom("hang") + "\n")
    #expect(accepted[1].contains(#""outcome":"waiting","attempts":0"#))
    run.signals.yield(SIGTERM)
    run.signals.yield(SIGTERM)
    _ = await run.result()
  }

  @Test func `what a client has begun and not ended when it goes is no event`() async throws {
    let run = try HostedRun(Self.arguments, events: nil)
    let path = await run.socket()
    let client = try RawClient(path)
    client.send(emitRequest() + Line.launch + "\n" + #"{"type":"appear","scope":"ha"#)
    _ = await client.lines.line(with: #""event":"launch""#)
    client.endSending()
    #expect(await client.lines.all().last == #"{"lifebus":1,"end":"complete"}"#)
    #expect(try await RawClient.answers(path, WireRequest.status.line + "\n")[1].contains(#""events":1,"#))
    run.signals.yield(SIGTERM)
    _ = await run.result()
  }

  @Test func `two hundred clients at once are all answered`() async throws {
    let run = try HostedRun(Self.arguments, events: nil)
    let path = await run.socket()
    _ = try await RawClient.answers(path, emitRequest() + Line.launch + "\n")
    let clients = try (0..<200).map { _ in try RawClient(path) }
    for (number, client) in clients.enumerated() {
      client.send(emitRequest() + Line.appear("s\(number)") + "\n")
      client.endSending()
    }
    for (number, client) in clients.enumerated() {
      let lines = await client.lines.all()
      #expect(lines.count == 3 && lines[1].contains(#""scope":"s\#(number)""#))
    }
    run.signals.yield(SIGTERM)
    #expect(await run.result().code == .done)
  }

  @Test func `a host that shuts down answers what it can, and says that it ends`() async throws {
    let run = try HostedRun(Self.arguments + ["--grace", "10ms"], events: nil)
    let client = try RawClient(await run.socket())
    client.send(emitRequest() + Line.launch + "\n" + Line.custom("hang") + "\n")
    _ = await client.lines.line(with: #""event":"launch""#)
    _ = await run.output.line(with: #""activity":"started","time""#)
    _ = await run.output.line(with: #""event":"custom:hang","handler":"recorder""#)
    run.signals.yield(SIGTERM)
    let lines = await client.lines.all()
    #expect(lines.dropFirst(2).first?.contains(#""outcome":"leftover""#) == true)
    #expect(lines.last == #"{"lifebus":1,"end":"shutdown"}"#)
    #expect(await run.result().code == .timedOut)
  }
}
