import Foundation
import LifebusSystem
import TestSupport
import Testing

@testable import LifebusHost

/// Recordings of runs in which handlers hang, fail, wait and post.
@Suite struct HostedRecordingTests {
  /// Records a run in this process to its end.
  private func record(
    _ plugins: String, _ events: [String], ending: [String] = ["--until-idle"], signalAfter line: String? = nil
  )
    async throws -> (result: HostedRun.Result, text: String, code: Int32)
  {
    let folder = try TemporaryFolder()
    let arguments = ["--plugins", plugins, "--events", "-", "--json", "--record", folder["run.jsonl"]]
    let run = try HostedRun(arguments + ending, events: events)
    if let line {
      _ = await run.output.line(with: line)
      run.signals.yield(SIGTERM)
    }
    let result = await run.result()
    return (result, try folder.text(of: "run.jsonl"), try await Check.code(folder["run.jsonl"]))
  }

  @Test func `a call that a signal cuts off is running at the scenario's shutdown`() async throws {
    let run = try await record(
      "recorder", [Line.launch, Line.custom("hang"), Line.appear("home")], ending: ["--grace", "10ms"],
      signalAfter: #""event":"appear""#)
    #expect(run.result.code == .timedOut)
    #expect(run.code == 0)
    #expect(run.text.contains(#""outcomes":{"recorder":{"done":1,"leftover":2}}"#))
    #expect(run.text.contains(#"{"type":"shutdown","graceMs":"#))
  }

  @Test func `what handlers post, what fails and what nobody wants is recorded`() async throws {
    let run = try await record(
      "recorder", [Line.launch, Line.custom("fail"), Line.custom("echo"), Line.custom("fail"), Line.active])
    #expect(run.code == 0)
    #expect(run.text.contains(#"{"type":"custom","name":"echoed","at":"#))
    #expect(run.text.contains(#""reports":{"unhandled":1}"#))
  }

  @Test func `what is told apart by more than a scenario knows is said`() async throws {
    let run = try await record(
      "choosy",
      [Line.launch] + [1, 2, 3].map { Line.custom("pick\($0)") } + [
        #"{"type":"custom","name":"pick","data":{"mine":"yes"}}"#, Line.custom("pick"),
      ])
    #expect(run.code == 0)
    #expect(run.result.talk.contains { $0.contains("'choosy' chooses its custom:pick events in a way that no filter says") })
  }

  @Test func `a failure after a success is said, and the deliveries are right`() async throws {
    let run = try await record("choosy", [Line.launch, Line.appear("home"), Line.appear("broken"), Line.appear("home")])
    #expect(run.code == 0)
    #expect(run.result.talk.contains { $0.contains("the calls of 'choosy' ended in turns that no script has: all are") })
  }

  @Test func `gates that close and open, and calls that time out, are recorded`() async throws {
    let run = try await record(
      "doorkeeper,guest,sleeper,recorder",
      [Line.launch, Line.appear("a"), Line.custom("slow"), Line.appear("b"), Line.custom("signedIn"), Line.custom("slow")])
    #expect(run.code == 0)
    #expect(run.text.contains(#""sleeper":{"timedOut":2}"#))
    #expect(run.text.contains(#""gate":"doorkeeper","to":"closed""#))
    #expect(run.text.contains(#""gate":"doorkeeper","to":"open","identity":"ann""#))
  }

  @Test func `events that a busy handler collapses are collapsed again`() async throws {
    let jobs = (1...3).map { _ in Line.custom("job") }
    let run = try await record(
      "laborer,foreman",
      [Line.launch] + jobs + [Line.custom("release")] + jobs + jobs + [Line.custom("release"), Line.custom("release")])
    #expect(run.code == 0)
    #expect(run.text.contains(#""keep":"latest""#))
    #expect(run.text.contains(#""collapsed""#))
  }

  @Test func `a run with nothing but its plugins is recorded`() async throws {
    #expect(try await record("recorder", []).code == 0)
    #expect(try await record("recorder", [Line.appear("home")]).code == 0)
  }
}
