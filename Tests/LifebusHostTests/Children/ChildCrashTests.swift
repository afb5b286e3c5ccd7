import Foundation
import Lifebus
import TestSupport
import Testing

@testable import LifebusHost

/// What becomes of a delivery whose program ends.
@Suite(.timeLimit(.minutes(1))) struct ChildCrashTests {
  @Test func `A program says what it wants, is told of events, and ends when it is told to`() async throws {
    let run = try ChildRun(#""on":["custom:hello"]"#)
    try await run.start()
    #expect(try await run.outcome("hello", "you") == .done)
    #expect(try await run.outcome("other") == nil)
    let pid = try #require(await run.plugin.pid)
    let lines = await run.end()
    #expect(lines == ["starts as \(pid)", "committed: nothing", "hello you #1", "ends"])
    #expect(!isRunning(pid))
  }

  @Test func `A delivery in whose middle the program is killed comes once more, and hurts nobody`()
    async throws
  {
    let run = try ChildRun(limits: ChildLimits())
    let others = try Bystander(on: run.bus)
    try await run.start()
    let receipt = run.post("crash")
    run.post("next")
    #expect(try await receipt.settled()["rogue"] == .done)
    try await run.bus.idle()
    #expect(await others.names == ["crash", "next"])
    #expect(await run.plugin.restarts == 1)
    let lines = await run.end()
    #expect(lines.filter { $0.contains("#") } == ["launch  #1", "crash  #2", "next  #1"])
    #expect(lines.contains("it was ended by signal 9 (Killed)"))
  }

  @Test func `No time of a call runs while its program does not`() async throws {
    let limits = ChildLimits.quick.with { $0.firstPause = .milliseconds(600) }
    let run = try ChildRun(#""on":["any"],"timeoutMs":300"#, limits: limits)
    try await run.start()
    #expect(try await run.outcome("crash") == .done)
    let pid = try #require(await run.plugin.pid)
    kill(pid, SIGKILL)
    _ = await run.log.line(with: "it was ended by signal", count: 2)
    #expect(try await run.outcome("next") == .done)
    _ = await run.end()
  }

  @Test func `With atMostOnce it is interrupted, and the next delivery finds another program`() async throws {
    let run = try ChildRun(
      #""on":["custom:crash","custom:next"],"durable":true,"guarantee":"atMostOnce""#, ledger: MemoryLedger())
    try await run.start()
    #expect(try await run.outcome("crash") == .interrupted)
    #expect(try await run.outcome("next") == .done)
    #expect(await run.pids.count == 2)
    _ = await run.end()
  }

  @Test func `A budget that is used up is a quarantine with its reason, and a release starts the program again`() async throws {
    let run = try ChildRun(#""on":["any"],"timeoutMs":20000"#, limits: .quick.with { $0.restarts = 2 })
    try await run.start()
    let receipt = run.post("die")
    try await run.bus.idle()
    let reason = "its program ended 3 times in 60 s; the last time, it was ended by signal 9 (Killed)"
    #expect(run.bus.snapshot().handlers.first?.quarantine == reason)
    #expect(await run.pids.count == 3)
    #expect(try await receipt.settled(within: .zero)["rogue"] == .held(by: "rogue"))
    run.bus.release("rogue")
    _ = await run.log.line(with: "starts as", count: 4)
    try await run.bus.idle()
    #expect(run.bus.snapshot().handlers.first?.quarantine == reason)
    _ = await run.end()
  }
}

/// Another handler beside a plugin: it gets every custom event.
private actor Bystander: LifecycleHandler {
  nonisolated let id: HandlerID = "bystander"
  private(set) var names: [String] = []

  init(on bus: LifecycleBus) throws {
    try bus.register(self) { on in on(Custom.self) { bystander, delivery in bystander.names.append(delivery.event.name) } }
  }
}
