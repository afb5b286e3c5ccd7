import Lifebus
import TestSupport
import Testing

@testable import LifebusHost

/// What a program may say of a delivery.
@Suite(.timeLimit(.minutes(1))) struct ChildAnswerTests {
  @Test func `A failure is tried again as the policy says, unless the program says that it is for good`() async throws {
    let run = try ChildRun(#""on":["any"],"retry":{"attempts":3,"delayMs":1},"dead":true"#)
    let activity = run.bus.activity
    try await run.start()
    let receipts = [run.post("fail"), run.post("failForGood")]
    #expect(try await receipts[0].settled()["rogue"] == .dead("no net"))
    #expect(try await receipts[1].settled()["rogue"] == .dead("no account"))
    #expect(receipts.map { $0.calls["rogue"]?.attempts } == [3, 1])
    _ = await run.end()
    withExtendedLifetime(activity) {}
  }

  @Test func `What the program does not want has no outcome, and uses up no key`() async throws {
    let run = try ChildRun(#""on":[{"kind":"custom:unwanted","once":"perProcess","filter":true}]"#)
    try await run.start()
    for _ in 0..<2 { #expect(try await run.outcome("unwanted") == nil) }
    let lines = await run.end()
    #expect(lines.count { $0.hasPrefix("does not want") } == 2)
  }

  @Test func `What is posted in a call has its event as the cause`() async throws {
    let run = try ChildRun(#""on":["custom:post"]"#)
    let causes = try Causes(on: run.bus)
    try await run.start()
    let receipt = run.post("post", "answer")
    #expect(try await receipt.settled()["rogue"] == .done)
    try await run.bus.idle()
    #expect(await causes.causes == [receipt.sequence])
    _ = await run.end()
  }

  @Test func `A call that asks for more time has it`() async throws {
    let run = try ChildRun(#""on":["any"],"timeoutMs":50,"graceMs":1"#)
    try await run.start()
    let start = ContinuousClock.now
    #expect(try await run.outcome("moreTime", "200") == .timedOut)
    #expect(ContinuousClock.now - start >= .milliseconds(250))
    _ = await run.end()
  }

  @Test func `A verdict opens and closes the plugin's gate`() async throws {
    let run = try ChildRun(#""on":["any"],"gate":{}"#)
    try await run.start()
    #expect(try await run.outcome("open", "ann") == .done)
    #expect(try await run.bus.gate("rogue").verdict() == .open("ann"))
    #expect(try await run.outcome("close", "signed out") == .done)
    #expect(try await run.bus.gate("rogue").verdict() == .closed("signed out"))
    _ = await run.end()
  }

  @Test func `What is committed is there for the next program`() async throws {
    let run = try ChildRun(#""on":["any"],"durable":true"#, ledger: MemoryLedger())
    try await run.start()
    #expect(try await run.outcome("commit", "17") == .done)
    #expect(run.bus.committed(of: "rogue") == Array("17".utf8))
    #expect(try await run.outcome("crash") == .done)
    let lines = await run.end()
    #expect(lines.filter { $0.hasPrefix("committed") } == ["committed: nothing", "committed: 17"])
  }

  @Test func `What was committed in an earlier process is there at the start`() async throws {
    let ledger = MemoryLedger()
    let first = try ChildRun(#""on":["any"],"durable":true"#, ledger: ledger)
    try await first.start()
    #expect(try await first.outcome("commit", "17") == .done)
    _ = await first.end()
    let second = try ChildRun(#""on":["any"],"durable":true"#, ledger: ledger)
    try await second.start()
    #expect(await second.log.line(with: "committed") == "committed: 17")
    _ = await second.end()
  }
}

/// Hears what caused the custom events that are called `answer`.
private actor Causes: LifecycleHandler {
  nonisolated let id: HandlerID = "causes"
  private(set) var causes: [Int] = []

  init(on bus: LifecycleBus) throws {
    try bus.register(self) { on in
      on(Custom.self, named: "answer") { causes, delivery in causes.causes.append(delivery.cause) }
    }
  }
}
