import LifebusJSON
import LifebusSystem
import LifebusWire
import Testing

@testable import LifebusShell

@Suite struct AnswerTests {
  /// An answer with outcomes, and what else there is to say.
  static func line(_ outcomes: String, _ more: String = #""settled":true"#) -> String {
    #"{"id":"1","sequence":12,"event":"appear","scope":"home","duplicate":false,"outcomes":{\#(outcomes)},\#(more)}"#
  }

  private func answer(_ line: String) throws -> Answer { Answer(try #require(JSONObject(parsing: Array(line.utf8)))) }

  private func lines(_ line: String, wait: WireRequest.Wait = .settled) throws -> [String] {
    try answer(line).lines(waitingFor: wait, .none)
  }

  @Test func `An answer names the event, and each handler with its outcome, its time and the reason`() throws {
    let outcomes = """
      "analytics-logger":{"outcome":"done","attempts":1,"milliseconds":0.312},\
      "sync":{"outcome":"held","attempts":0,"milliseconds":0.0,"reason":"held by auth-gate"},\
      "x":{"outcome":"failed","attempts":3,"milliseconds":1204.5,"reason":"no network"}
      """
    #expect(
      try lines(Self.line(outcomes)) == [
        "appear home  (event 12)",
        "  analytics-logger  done      312 µs",
        "  sync              held              by auth-gate",
        "  x                 failed    1.20 s  3 attempts; no network",
      ])
  }

  @Test func `What the bus has derived stands under what it was derived from`() throws {
    let derived = Self.line(#""a":{"outcome":"done","attempts":1,"milliseconds":2.5}"#)
    #expect(
      try lines(Self.line("", #""settled":true,"derived":[\#(derived)]"#)) == [
        "appear home  (event 12)", "  appear home  (event 12)", "    a  done    2.5 ms",
      ])
  }

  @Test(arguments: [
    (#""settled":true,"disposition":"dropped""#, ["appear home  (changed nothing)"]),
    (#""settled":true"#, ["appear home  (event 12)", "  nobody handles it"]),
    (#""settled":true,"notStored":"no room""#, ["appear home  (event 12, not stored: no room)", "  nobody handles it"]),
    (#""settled":false,"disposition":"waitingForLaunch""#, ["appear home  (waits for the launch, not settled in time)"]),
    (#""settled":true,"disposition":"closed""#, ["appear home  (lost: the host has shut down)"]),
  ]) func `What was not delivered says why`(_ more: String, _ expected: [String]) throws {
    #expect(try lines(Self.line("", more)) == expected)
  }

  @Test func `A duplicate names the event that it repeats`() throws {
    let line =
      #"{"id":"1","sequence":3,"event":"launch","duplicate":true,"settled":true,"disposition":"duplicate","outcomes":{}}"#
    #expect(try lines(line) == ["launch  (duplicate of event 3)"])
  }

  @Test func `Names from outside move no cursor`() throws {
    let line = #"{"event":"appear","scope":"\u001b[2J","settled":true,"outcomes":{"\u0007":{"outcome":"done","attempts":0}}}"#
    #expect(try lines(line) == ["appear \\u{1b}[2J", "  \\u{7}  done"])
  }

  @Test(arguments: [
    ("done", ExitCode?.none), ("duplicate", nil), ("collapsed", nil), ("dropped", nil), ("expired", nil), ("ended", nil),
    ("identityChanged", nil), ("failed", .failed), ("dead", .failed), ("crashed", .failed), ("interrupted", .failed),
    ("timedOut", .timedOut), ("leftover", .timedOut), ("held", .held),
  ]) func `Each outcome has its exit code, also of a derived event`(_ outcome: String, _ code: ExitCode?) throws {
    let line = Self.line(#""a":{"outcome":"\#(outcome)","attempts":1}"#)
    let expected = Set([code].compactMap { $0 })
    #expect(try answer(line).codes(waitingFor: .settled) == expected)
    #expect(try answer(Self.line("", #""settled":true,"derived":[\#(line)]"#)).codes(waitingFor: .settled) == expected)
  }

  @Test func `What has not settled counts only for who waited for it`() throws {
    let running = try answer(Self.line(#""a":{"outcome":"running","attempts":1}"#, #""settled":false"#))
    #expect(running.codes(waitingFor: .settled) == [.timedOut] && running.codes(waitingFor: .accepted).isEmpty)
  }

  @Test func `What the ledger could not keep has failed, also for who waited for no more than that`() throws {
    let answer = try answer(Self.line(#""a":{"outcome":"done","attempts":1}"#, #""settled":true,"notStored":"no room""#))
    #expect(answer.codes(waitingFor: .accepted) == [.failed])
  }

  @Test func `Nobody handles what is accepted and has no outcome`() throws {
    #expect(try answer(Self.line("")).codes(waitingFor: .accepted) == [.unhandled])
    #expect(try answer(Self.line("", #""settled":true,"disposition":"dropped""#)).codes(waitingFor: .settled).isEmpty)
    #expect(
      try answer(Self.line("", #""settled":false,"disposition":"waitingForLaunch""#)).codes(waitingFor: .accepted).isEmpty)
    #expect(try answer(Self.line("", #""settled":true,"disposition":"closed""#)).codes(waitingFor: .settled) == [.timedOut])
  }

  @Test(arguments: [
    (#"{"error":"'frob' is unknown","line":3,"field":"type"}"#, "line 3: field 'type' 'frob' is unknown"),
    (#"{"error":"field 'type' 'frob' is unknown","line":3,"field":"type"}"#, "line 3: field 'type' 'frob' is unknown"),
    (#"{"error":"broken JSON at column 4","line":1}"#, "line 1: broken JSON at column 4"),
  ]) func `A refused line is named with its field`(_ line: String, _ text: String) throws {
    var report = EmitReport(wait: .settled, printsJSON: false, hasLines: true, colours: .none)
    let (data, talk) = report.take(Array(line.utf8))
    #expect((data, talk, report.code) == (nil, text, .badInput))
    var single = EmitReport(wait: .settled, printsJSON: true, hasLines: false, colours: .none)
    #expect(single.take(Array(line.utf8)).data == line)
  }

  @Test func `Of several codes the first of the order counts`() {
    var report = EmitReport(wait: .settled, printsJSON: true, hasLines: true, colours: .none)
    func code(after outcome: String) -> ExitCode {
      _ = report.take(Array(Self.line(#""a":{"outcome":"\#(outcome)","attempts":1}"#).utf8))
      return report.code
    }
    #expect(["done", "held", "timedOut", "failed", "done"].map(code) == [.done, .held, .timedOut, .failed, .failed])
    _ = report.take(Array(#"{"error":"bad","line":6}"#.utf8))
    #expect(report.code == .badInput)
  }
}
