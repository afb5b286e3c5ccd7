import Lifebus
import LifebusTestKit
import Testing

/// Durable handlers that an earlier process had, and this one has not.
@Suite struct AbsentHandlerTests {
  let ledger = MemoryLedger()
  let clock = ManualClock()

  private func process(limits: Limits = Limits()) throws -> TestBus {
    try TestBus(ledger: ledger, version: "1", limits: limits, clock: clock)
  }

  /// A process that had the handler and has ended.
  private func before(_ policy: Policy = Policy(durability: .atLeastOnce)) throws {
    let first = try process()
    _ = try first.record("log", Custom.self, policy: policy)
    first.launch()
    first.kill()
  }

  @Test func `What a durable handler wants is kept for it while it is not there (L8)`() throws {
    try before()
    let without = try process()
    without.launch()
    for name in ["a", "b"] { without.post(name) }
    without.kill()
    let third = try process()
    let log = try third.record("log", Custom.self, policy: Policy(durability: .atLeastOnce))
    third.settle()
    #expect(log.lines == ["0 custom:a", "0 custom:b"])
  }

  @Test func `A handler whose registration is replaced by one that is not durable gets what waits once, and leaves nothing`()
    throws
  {
    let first = try process()
    let log = try first.record("log", Custom.self, policy: Policy(durability: .atLeastOnce))
    log.does(.takes(10.ms))
    first.launch()
    let receipts = ["a", "b", "c"].map { first.post($0) }
    first.advance(by: 15.ms)
    let light = try first.record("log", Custom.self)
    first.advance(by: 100.ms)
    #expect(receipts.map { first.words($0)["log"] } == ["done", "done", "done"])
    #expect(log.lines.count + light.lines.count == 3)
    first.kill()
    let second = try process()
    let again = try second.record("log", Custom.self, policy: Policy(durability: .atLeastOnce))
    second.launch()
    #expect(again.lines == [])
  }

  @Test func `An event that is kept for who is absent says so, and is not unhandled`() throws {
    try before()
    let second = try process()
    let activity = second.bus.activity
    second.launch()
    let receipt = second.post("a")
    #expect(receipt.keptFor == ["log"] && receipt.isStored)
    #expect(try !second.items(activity).map(\.kind).contains(.unhandled))
  }

  @Test func `A handler that comes late gets what came before it in this process first, and once (L8)`() throws {
    try before()
    let second = try process()
    second.launch()
    second.post("a")
    let log = try second.record("log", Custom.self, policy: Policy(durability: .atLeastOnce))
    second.post("b")
    #expect(log.lines == ["0 custom:a", "0 custom:b"])
    second.kill()
    let third = try process()
    let again = try third.record("log", Custom.self, policy: Policy(durability: .atLeastOnce))
    third.settle()
    #expect(again.lines.isEmpty)
  }

  @Test func `What was published while one was in is not delivered to another, also if the handler was away`() throws {
    let behind = Policy(durability: .atLeastOnce, behind: "auth")
    func start(_ user: Identity) throws -> TestBus {
      let bus = try process()
      let gate = try bus.gate("auth")
      bus.launch()
      gate.open(user)
      return bus
    }
    let first = try start("anna")
    _ = try first.record("log", Custom.self, policy: behind)
    first.settle()
    first.kill()
    let without = try start("anna")
    without.post("a")
    without.kill()
    let third = try start("bert")
    let log = try third.record("log", Custom.self, policy: behind)
    third.settle()
    third.post("b")
    #expect(log.lines == ["0 custom:b"])
  }

  @Test func `A handler that was unregistered, or is forgotten, has nothing kept for it`() throws {
    try before()
    let second = try process()
    _ = try second.record("log", Custom.self, policy: Policy(durability: .atLeastOnce))
    second.bus.unregister("log")
    second.launch()
    second.post("a")
    second.kill()
    try before()
    let third = try process()
    third.launch()
    third.post("a")
    #expect(third.bus.forget(handler: "log"))
    third.post("b")
    third.kill()
    let fourth = try process()
    let log = try fourth.record("log", Custom.self, policy: Policy(durability: .atLeastOnce))
    #expect(!fourth.bus.forget(handler: "log"))
    fourth.settle()
    #expect(log.lines.isEmpty)
  }

  @Test func `Beyond the limit of a backlog an absent handler is forgotten, which is told`() throws {
    try before()
    var limits = Limits()
    limits.backlog = 3
    let second = try process(limits: limits)
    let activity = second.bus.activity
    second.launch()
    for name in ["a", "b", "c", "d", "e"] { second.post(name) }
    #expect(second.bus.snapshot().forgotten.map(\.waiting) == [4])
    let told = try second.items(activity).filter { $0.kind.word == "notStored" }
    #expect(told.map(\.handler) == ["log"])
    second.kill()
    let third = try process()
    let log = try third.record("log", Custom.self, policy: Policy(durability: .atLeastOnce))
    third.settle()
    #expect(log.lines.isEmpty)
  }

  @Test func `A clause for this process only has nothing kept for it`() throws {
    let first = try process()
    try first.bus.register(Seen("log"), policy: Policy(durability: .atLeastOnce)) { on in
      on(Custom.self, from: .thisProcess) { seen, delivery in seen.note(delivery.event.name) }
    }
    first.launch()
    first.kill()
    let second = try process()
    second.launch()
    second.post("a")
    second.kill()
    #expect(try ledger.open(version: "1").deliveries.isEmpty)
  }

  @Test func `A dead letter of an absent handler can be redriven and discarded`() throws {
    let policy = Policy(keepsDead: true, durability: .atLeastOnce)
    let first = try process()
    let log = try first.record("log", Custom.self, policy: policy)
    log.does(.fails)
    first.launch()
    let letters = ["a", "b", "c"].map { first.post($0).sequence }
    first.kill()
    let second = try process()
    #expect(second.bus.redrive(letters[0], of: "log"))
    #expect(second.bus.discard(letters[1], of: "log"))
    #expect(!second.bus.discard(letters[1], of: "log"))
    second.settle()
    second.kill()
    let third = try process()
    let again = try third.record("log", Custom.self, policy: policy)
    third.settle()
    #expect(again.lines == ["0 custom:a"])
    #expect(third.bus.deadLetters(of: "log").map(\.sequence) == [letters[2]])
  }

  @Test func `The quarantine of an absent handler can be lifted (L5)`() throws {
    for _ in 1...2 {
      let test = try process()
      let log = try test.record("log", Custom.self, policy: Policy(durability: .atLeastOnce))
      log.does(.hangs)
      test.launch()
      test.post("a")
      test.crash()
    }
    let safe = try process()
    #expect(safe.bus.release("log"))
    #expect(!safe.bus.release("log"))
    safe.settle()
    safe.kill()
    let next = try process()
    let log = try next.record("log", Custom.self, policy: Policy(durability: .atLeastOnce))
    next.settle()
    #expect(log.lines.first == "0 custom:a #3")
  }
}
