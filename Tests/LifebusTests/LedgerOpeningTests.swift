import Lifebus
import LifebusTestKit
import Testing

/// A bus whose ledger cannot be opened when it is made.
@Suite struct LedgerOpeningTests {
  private let memory = MemoryLedger()
  private let shut: LockedLedger
  private let durable = Policy(durability: .atLeastOnce)

  init() { shut = LockedLedger(memory) }

  private func bus() throws -> TestBus {
    let (clock, executor) = (ManualClock(), TestExecutor())
    let bus = try LifecycleBus(clock: clock, executor: executor, ledger: shut, version: "1", opening: .whenPossible)
    return TestBus(bus: bus, clock: clock, executor: executor)
  }

  /// An earlier process, which leaves this for the durable handler, and dies.
  private func earlierProcess(leaving names: [String]) throws {
    let test = try TestBus(ledger: memory)
    let kept = try test.record("kept", Custom.self, policy: durable)
    kept.does(.hangs)
    test.launch()
    for name in names { test.post(name, id: EventID(name)) }
    test.kill()
  }

  @Test func `A ledger that cannot be opened is an error, unless the bus is to wait for it`() throws {
    #expect(throws: LockedLedger.Locked.self) { try LifecycleBus(ledger: shut, version: "1") }
    _ = try LifecycleBus(ledger: shut, version: "1", opening: .whenPossible)
  }

  @Test func `Until the ledger is open durable handlers wait and the others run; then all is delivered, in order`() throws {
    let test = try bus()
    let kept = try test.record("kept", Custom.self, policy: durable)
    let light = try test.record("light", Custom.self)
    test.launch()
    let receipts = ["a", "b"].map { test.post($0) }
    test.advance(by: .seconds(10))
    #expect(light.lines == ["0 custom:a", "0 custom:b"])
    #expect(kept.lines == [])
    #expect(receipts.map(\.isStored) == [false, false])
    #expect(test.bus.snapshot().handlers.first?.waiting == 2)
    shut.unlock()
    test.bus.openLedger()
    test.settle()
    #expect(kept.lines == ["10000 custom:a", "10000 custom:b"])
    #expect(receipts.map(\.isStored) == [true, true])
    try test.checkNothingIsLeft()
  }

  @Test func `The ledger is tried again each second`() throws {
    let test = try bus()
    let kept = try test.record("kept", Custom.self, policy: durable)
    test.launch()
    test.post("a")
    test.advance(by: 2_500.ms)
    shut.unlock()
    test.advance(by: 499.ms)
    #expect(kept.lines == [])
    test.advance(by: 1.ms)
    #expect(kept.lines == ["3000 custom:a"])
  }

  @Test func `What an earlier process has left comes before what was published while the ledger was shut`() throws {
    try earlierProcess(leaving: ["old", "older"])
    let test = try bus()
    let kept = try test.record("kept", Custom.self, policy: durable)
    test.launch()
    test.post("new")
    shut.unlock()
    test.bus.openLedger()
    test.settle()
    #expect(kept.lines == ["0 custom:old(old) #2", "0 custom:older(older)", "0 custom:new"])
    try test.checkNothingIsLeft()
  }

  @Test func `What an earlier process accepted is a duplicate for the durable handler, and is stored once`() throws {
    try earlierProcess(leaving: ["order"])
    let test = try bus()
    let kept = try test.record("kept", Custom.self, policy: durable)
    test.launch()
    let receipt = test.post("order", id: "order")
    shut.unlock()
    test.bus.openLedger()
    test.settle()
    #expect(kept.lines == ["0 custom:order(order) #2"])
    #expect(test.words(receipt) == ["kept": "duplicate"])
    let left = try memory.open(version: "1").deliveries["kept", default: []]
    #expect(left.isEmpty)
  }

  @Test func `What holds across processes is known before anything is called for it`() throws {
    let first = try TestBus(ledger: memory)
    _ = try first.record("welcome", Launch.self, once: .perInstall)
    first.launch()
    first.kill()
    let test = try bus()
    let welcome = try test.record("welcome", Launch.self, once: .perInstall)
    test.launch()
    #expect(welcome.lines == [])
    #expect(test.bus.snapshot().handlers.first?.heldBy == "lifebus.ledger")
    shut.unlock()
    test.bus.openLedger()
    test.settle()
    #expect(welcome.lines == [])
    #expect(test.bus.snapshot().handlers.first?.counts == ["duplicate": 1])
  }

  @Test func `A later process has what was stored after a late opening, and its numbers follow`() throws {
    let test = try bus()
    let kept = try test.record("kept", Custom.self, policy: durable)
    kept.does(.hangs)
    test.launch()
    shut.unlock()
    test.bus.openLedger()
    let receipt = test.post("a")
    test.bus.vanish()
    test.settle()
    let next = try TestBus(ledger: memory)
    let again = try next.record("kept", Custom.self, policy: durable)
    next.launch()
    #expect(again.lines == ["0 custom:a #2"])
    #expect(next.post("b").sequence > receipt.sequence)
  }

  @Test
  func `A ledger that has higher numbers than this process, whose clock was set back, is left as it is, and that is told`()
    throws
  {
    _ = try memory.open(version: "1")
    try memory.record([.accept(LedgerEvent(sequence: 1 << 60, event: Custom("old")), [:])])
    let test = try bus()
    let kept = try test.record("kept", Custom.self, policy: durable)
    test.launch()
    test.post("a")
    let activity = test.bus.activity
    shut.unlock()
    test.bus.openLedger()
    test.advance(by: .seconds(5))
    #expect(kept.lines == [])
    guard case .notStored(let reason) = try test.run({ await activity.next() })?.kind else {
      return #expect(Bool(false), "nothing was told")
    }
    #expect(reason.contains("was the clock set back?"))
  }

  @Test func `A bus that is shut down before its ledger was opened says what it has not finished`() throws {
    let test = try bus()
    _ = try test.record("kept", Custom.self, policy: durable)
    test.launch()
    test.post("a")
    let shutdown = test.start { [bus = test.bus] in await bus.shutdown(grace: .seconds(1)) }
    test.advance(by: .seconds(10))
    let report = try shutdown.value?.get()
    #expect(report?.leftovers.map(\.handler) == ["kept"])
  }

  @Test func `A handler that is registered while the ledger is shut, and one after it was opened, get what was left`() throws {
    try earlierProcess(leaving: ["old"])
    let test = try bus()
    test.launch()
    let kept = try test.record("kept", Custom.self, policy: durable)
    test.settle()
    shut.unlock()
    test.bus.openLedger()
    test.settle()
    #expect(kept.lines == ["0 custom:old(old) #2"])
  }
}
