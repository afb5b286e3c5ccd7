import Foundation
import Lifebus
import LifebusSystem
import TestSupport
import Testing

@testable import LifebusHost

/// What a program does that is no part of the protocol.
@Suite(.timeLimit(.minutes(1))) struct ChildMisbehaviourTests {
  private static let timed = #""on":["any"],"timeoutMs":3000,"graceMs":50"#

  /// What a program says in the middle of a delivery that no plugin says, and why it is ended for that.
  private static let garbage = [
    ("say", "hello", "it has written what no plugin says (the line is no JSON object): hello"),
    ("say", "[]", "it has written what no plugin says (the line is no JSON object): []"),
    ("say", "{}", "it has written what no plugin says (the line says nothing that a host is told): {}"),
    ("say", #"{"lifebus":1,"on":["any"]}"#, "it has answered 'start' twice"),
    ("notText", "", "it has written what no plugin says (the line is no JSON object): \u{FFFD}\u{FFFD}"),
    ("endless", "", "it has written a line of more than 1048576 bytes"),
    (
      "say", #"{"delivery":2,"done":true,"commit":5}"#,
      #"it has written what no plugin says ('commit' is a number: give a string): {"delivery":2,"done":true,"commit":5}"#
    ),
    (
      "say", #"{"delivery":2,"done":true,"commit":"base64:@"}"#,
      "it has written what no plugin says (what follows 'base64:' in 'commit' is no base64): "
        + #"{"delivery":2,"done":true,"commit":"base64:@"}"#
    ),
    (
      "say", #"{"delivery":2,"done":true,"failed":"x"}"#,
      #"it has written what no plugin says (the delivery 2 is done, and has failed): {"delivery":2,"done":true,"failed":"x"}"#
    ),
    ("closeOutput", "", "it has closed its output"),
    ("closeOutput", "and talk", "it has closed its output"),
  ]

  @Test(arguments: garbage)
  func `Garbage ends the program, and the delivery comes again`(name: String, value: String, reason: String) async throws {
    let run = try ChildRun()
    try await run.start()
    #expect(try await run.outcome(name, value) == .done)
    #expect(await run.plugin.restarts == 1)
    let lines = await run.end()
    #expect(lines.contains("\(reason), and was ended"))
    #expect(lines.contains("\(name) \(value) #2"))
  }

  @Test func `A call that is not answered is cancelled after its time, and the program ended after the grace`() async throws {
    let run = try ChildRun(Self.timed)
    try await run.start()
    #expect(try await run.outcome("silent") == .timedOut)
    #expect(try await run.outcome("next") == .done)
    let lines = await run.end()
    #expect(lines.contains("cancel 2"))
    #expect(lines.contains("it did not answer 'cancel' in 50.0 ms, and was ended"))
  }

  @Test func `One that takes nothing keeps its delivery waiting for as long as the call's time, and nobody else`() async throws
  {
    let run = try ChildRun(Self.timed)
    try await run.start()
    #expect(try await run.outcome("stopReading") == .done)
    #expect(try await run.outcome("large", String(repeating: "x", count: 300_000)) == .timedOut)
    #expect(try await run.outcome("next") == .done)
    let lines = await run.end()
    #expect(lines.contains("it did not answer 'cancel' in 50.0 ms, and was ended"))
  }

  @Test func `An answer that comes twice, or for a delivery that is none, is nothing`() async throws {
    let run = try ChildRun(#""on":["any"],"durable":true"#, ledger: MemoryLedger())
    try await run.start()
    for name in ["twice", "other", "next"] { #expect(try await run.outcome(name) == .done) }
    #expect(run.bus.committed(of: "rogue") == nil)
    #expect(await run.plugin.restarts == 0)
    _ = await run.end()
  }

  @Test func `A flood of posts and lines is read as the host has time, and all of it is there`() async throws {
    let run = try ChildRun(#""on":["custom:flood","custom:next"]"#)
    try await run.start()
    #expect(try await run.outcome("flood") == .done)
    #expect(try await run.outcome("next") == .done)
    #expect(run.bus.snapshot().events == 20_003)
    let lines = await run.end()
    #expect(lines.count { $0.hasPrefix("flood ") } == 20_001)
  }

  @Test(arguments: [("same", false), ("own", true)])
  func `What a program leaves with its output open holds nobody up, and ends with its group`(
    group: String, survives: Bool
  ) async throws {
    let run = try ChildRun()
    try await run.start()
    #expect(try await run.outcome("grandchild", group) == .done)
    let line = try #require(await run.log.line(with: "grandchild "))
    let process = try #require(Int32(line.split(separator: " ")[1]))
    #expect(isRunning(process) == survives)
    kill(process, SIGKILL)
    _ = await run.end()
  }

  @Test func `One that ignores the stop and the end of its input is ended with its group`() async throws {
    let run = try ChildRun(options: ["atStop": "sleep"])
    try await run.start()
    #expect(try await run.outcome("hello") == .done)
    let pid = try #require(await run.plugin.pid)
    _ = await run.end()
    #expect(!isRunning(pid))
  }
}
