import Lifebus
import LifebusTestKit
import Testing

/// What becomes of a delivery that is done and noted, and not recorded yet.
@Suite struct NotedEndTests {
  private let ledger = FaultyLedger(notesDone: true)
  private let test: TestBus
  private let kept: RecordingHandler

  init() throws {
    let (clock, executor) = (ManualClock(), TestExecutor())
    let bus = try LifecycleBus(clock: clock, executor: executor, ledger: ledger, version: "1")
    test = TestBus(bus: bus, clock: clock, executor: executor)
    kept = try test.record("kept", Custom.self, policy: Policy(durability: .atLeastOnce))
    test.launch()
  }

  /// The places in the log of what is recorded as ended, in each commit that has any.
  private var ends: [[Int]] {
    ledger.batches.map { $0.compactMap { if case .end(_, let sequence, _, _) = $0 { sequence } else { nil } } }
      .filter { !$0.isEmpty }
  }

  @Test func `What is done is told and followed at once, and recorded with what comes next (H9, L3)`() {
    let receipts = ["a", "b"].map { test.post($0) }
    #expect(receipts.map { test.words($0)["kept"] } == ["done", "done"] && ends == [[2]])
    #expect(kept.lines.count == 2)
    test.post("c")
    #expect(ends == [[2], [3]])
  }

  @Test func `What is done is recorded after a tenth of a second, if nothing comes`() {
    test.post("a")
    test.advance(by: 99.ms)
    #expect(ends == [])
    test.advance(by: 1.ms)
    #expect(ends == [[2]])
    test.advance(by: 1_000.ms)
    #expect(ends == [[2]] && ledger.batches.allSatisfy { !$0.isEmpty })
  }

  @Test func `What is done is recorded as soon as much of it waits`() {
    for number in 0..<300 { test.bus.post(Custom("c\(number)")) }
    test.settle()
    #expect(kept.lines.count == 300 && ends.joined().count >= 256)
  }

  @Test func `A shutdown records what is noted`() throws {
    test.post("a")
    _ = try test.run { [bus = test.bus] in await bus.shutdown() }
    #expect(ends == [[2]])
  }

  @Test func `While the ledger keeps nothing, a delivery that is done waits for its record (L7)`() {
    kept.does(.takes(10.ms))
    let receipt = test.post("a")
    ledger.isFull = true
    test.post("b")
    test.advance(by: 10.ms)
    #expect(test.words(receipt)["kept"] == "running")
    ledger.isFull = false
    test.advance(by: 2_000.ms)
    #expect(test.words(receipt)["kept"] == "done")
  }

  @Test func `A delivery that failed, or has used a key up, is told when it is recorded`() throws {
    ledger.isFull = false
    kept.doesNext(.fails)
    let receipt = test.post("a")
    #expect(test.words(receipt)["kept"] == "failed" && ends == [[2]])
  }
}
