import Foundation
import Lifebus
import TestSupport
import Testing

@testable import LifebusHost

/// How a program starts, or does not.
@Suite(.timeLimit(.minutes(1))) struct ChildStartTests {
  private static let few = ChildLimits.quick.with { $0.restarts = 1 }

  /// Why the plugin does not start.
  private func reason(_ options: [String: String], limits: ChildLimits = few) async throws -> String {
    let run = try ChildRun(options: options, limits: limits)
    do {
      try await run.plugin.start()
      return "it has started"
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    ("exit", "it ended with code 3; that was too often"),
    ("crash", "it was ended by signal 9 (Killed); that was too often"),
    ("garbage", "it has written what no plugin says (the line is no JSON object): hello, and was ended; that was too often"),
    ("refuse", "no disk"),
  ])
  func `A program that does not start is tried within its budget, unless it refuses`(atStart: String, reason: String)
    async throws
  {
    #expect(try await self.reason(["atStart": atStart]) == reason)
  }

  @Test func `One that does not answer is ended after a while`() async throws {
    let limits = Self.few.with { $0.answer = .milliseconds(50) }
    #expect(
      try await reason(["atStart": "sleep"], limits: limits)
        == "it did not answer 'start' in 50.0 ms, and was ended; that was too often")
  }

  @Test func `One that is not awaited any more is ended`() async throws {
    let run = try ChildRun(options: ["atStart": "sleep"])
    let starting = Task { try await run.plugin.start() }
    _ = await run.log.line(with: "starts as")
    starting.cancel()
    await #expect(throws: CancellationError.self) { try await starting.value }
    #expect(await run.pids.count == 1)
    #expect(!isRunning(try #require(Int32(await run.pids[0]))))
  }

  @Test func `What a program wants and is not to be had is a refusal, and the program is ended`() async throws {
    let run = try ChildRun(#""on":["lunch"]"#)
    let error = await #expect(throws: ChildRefusal.self) { try await run.plugin.start() }
    #expect(
      error?.description == """
        it wants what is not to be had: field 'on[0]': 'lunch' is no kind; known are launch, appear, firstAppear, disappear, \
        phaseChanged, custom:NAME, any
        """)
    #expect(await run.plugin.pid == nil)
  }

  @Test func `A program that is not there cannot be started`() async throws {
    let run = try ChildRun(path: "/nowhere/rogue")
    let error = await #expect(throws: HostError.self) { try await run.plugin.start() }
    #expect(error?.description == "'/nowhere/rogue' cannot be started: No such file or directory")
  }

  @Test func `One that refuses to work when it is started again is quarantined at once`() async throws {
    let run = try ChildRun()
    try await run.start()
    try run.folder.write(#"{"lifebus":1,"error":"no disk"}"#, to: "answer")
    let receipt = run.post("crash")
    try await run.bus.idle()
    #expect(run.bus.snapshot().handlers.first?.quarantine == "no disk")
    #expect(await run.pids.count == 2)
    try FileManager.default.removeItem(atPath: run.folder["answer"])
    run.bus.release("rogue")
    #expect(try await receipt.settled()["rogue"] == .done)
    _ = await run.end()
  }

  @Test func `One that wants something else when it is started again gets that`() async throws {
    let run = try ChildRun(#""on":["custom:crash","custom:old"]"#)
    try await run.start()
    #expect(try await run.outcome("old") == .done)
    try run.folder.write(#"{"lifebus":1,"on":["custom:crash","custom:new"]}"#, to: "answer")
    #expect(try await run.outcome("crash") == .done)
    #expect(try await run.outcome("old") == nil)
    #expect(try await run.outcome("new") == .done)
    _ = await run.end()
  }

  @Test func `It runs in a group of its own, with three files and little of the environment`() async throws {
    let run = try ChildRun(environment: ["PATH": "/bin", "SECRET": "x", "LC_ALL": "C", "LD_PRELOAD": "y", "HOME": "/h"])
    try await run.start()
    #expect(try await run.outcome("describe") == .done)
    let lines = await run.end()
    #expect(lines.contains("group true"))
    #expect(lines.contains("files 0 1 2"))
    #expect(lines.contains("environment HOME=/h LC_ALL=C LIFEBUS_PLUGIN=1 PATH=/bin"))
  }
}
