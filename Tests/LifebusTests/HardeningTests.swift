import LifebusTestKit
import Testing

@testable import Lifebus

@Suite struct HardeningTests {
  let test = TestBus()

  @Test func `A circle, or a missing name, that comes about after the launch is an error at its registration`() throws {
    let test = TestBus()
    _ = try test.recordAll("y")
    test.launch()
    _ = try test.recordAll("x", policy: Policy(after: ["y"]))
    let circle = #expect(throws: LifebusError.self) { try test.recordAll("y", policy: Policy(after: ["x"])) }
    #expect(circle?.description.contains("'y' after 'x' after 'y'") == true)
    let behind = #expect(throws: LifebusError.self) { try test.recordAll("z", policy: Policy(behind: "typo")) }
    #expect(behind?.description.contains("'typo'") == true)
    let after = #expect(throws: LifebusError.self) { try test.recordAll("z", policy: Policy(after: ["typo"])) }
    #expect(after?.description.contains("'typo'") == true)
    test.bus.unregister("y")
    _ = try test.recordAll("late", policy: Policy(after: ["y"]))
    try test.run { [bus = test.bus] in try await bus.idle() }
  }

  @Test func `A circle before the launch keeps nobody who waits for idle in a circle`() throws {
    let test = TestBus()
    _ = try test.recordAll("a", policy: Policy(after: ["b"]))
    _ = try test.recordAll("b", policy: Policy(after: ["a"]))
    test.launch()
    try test.run { [bus = test.bus] in try await bus.idle() }
  }

  @Test func `A dead letter of somebody else is not redriven`() throws {
    let gate = try test.gate()
    let log = try test.record("log", Custom.self, policy: Policy(keepsDead: true, behind: "auth"))
    test.launch()
    gate.open("anna")
    log.doesNext(.fails)
    let receipt = test.post("x")
    gate.open("berta")
    #expect(test.bus.redrive(receipt.sequence, of: "log"))
    test.settle()
    #expect(log.lines == ["0 custom:x"])
    #expect(test.words(receipt) == ["log": "identityChanged"])
  }

  @Test func `What an earlier process left for somebody else is not delivered to a handler that comes when the gate is open`()
    throws
  {
    let ledger = MemoryLedger()
    let policy = Policy(durability: .atLeastOnce, behind: "auth")
    let first = try TestBus(ledger: ledger)
    let gate = try first.gate()
    let log = try first.record("log", Custom.self, policy: policy)
    log.does(.hangs)
    first.launch()
    gate.open("anna")
    for name in ["a", "b"] { first.post(name) }
    first.kill()
    let second = try TestBus(ledger: ledger)
    try second.gate().open("berta")
    second.launch()
    let again = try second.record("log", Custom.self, policy: policy)
    second.settle()
    #expect(again.lines == [])
  }

  @Test func `A handler that moves behind another gate takes nobody's work along to somebody else`() throws {
    _ = try test.gate("one")
    _ = try test.gate("two")
    let log = try test.record("log", Custom.self, policy: Policy(behind: "one"))
    log.does(.takes(10.ms))
    test.launch()
    test.bus.gate("one").open("anna")
    test.bus.gate("two").open("berta")
    for name in ["a", "b"] { test.post(name) }
    let moved = try test.record("log", Custom.self, policy: Policy(behind: "two"))
    test.advance(by: 50.ms)
    #expect(moved.lines == [])
  }

  @Test func `An own type cannot pass itself off as one of the bus's, and an empty scope is a scope`() throws {
    let seen = Seen()
    try test.bus.register(seen) { on in
      on(Mine.self) { seen, delivery in seen.note("mine \(delivery.event.number)") }
      on(Appear.self, scope: "") { seen, _ in seen.note("empty") }
    }
    test.launch()
    test.post("custom")
    test.bus.post(Mine(number: 7))
    test.bus.post(Appear("home"))
    test.bus.post(Appear(""))
    test.settle()
    #expect(seen.notes == ["mine 7", "empty"])
  }

  @Test func `A stuck delivery whose attempts are used up is kept as a dead letter`() throws {
    let log = try test.recordAll(policy: Policy(timeout: .milliseconds(10), grace: .zero, keepsDead: true))
    log.does(.hangs)
    test.launch()
    test.advance(by: .seconds(1))
    #expect(test.bus.deadLetters(of: "log").map(\.reason) == ["timed out"])
  }

  @Test func `A back-off without end is a thousand years, and no trap`() {
    #expect(Retry(attempts: 200, delay: .seconds(1)).wait(after: 199) > .seconds(1_000_000_000))
    #expect(Retry(attempts: 200, delay: .seconds(Int64.max), maxDelay: .seconds(1)).wait(after: 199) == .seconds(1))
  }

  @Test func `Many who wait for room come in one after another, and all of them`() throws {
    let log = try test.record("log", Custom.self, policy: Policy(capacity: 2))
    log.does(.takes(1.ms))
    test.launch()
    let bus = test.bus
    let publishers = (0..<50).map { number in
      test.start { try await bus.publish(Custom("x"), id: EventID("\(number)")) }
    }
    test.advance(by: .seconds(1))
    #expect(try publishers.allSatisfy { try $0.value?.get().disposition == .accepted })
    #expect(log.lines.count == 50)
  }

  @Test func `A publisher that waits for room goes on when the handler is held, or replaced by one with more room`() throws {
    let test = TestBus()
    let gate = try test.gate()
    let policy = Policy(capacity: 1, behind: "auth")
    let log = try test.record("log", Custom.self, policy: policy)
    log.does(.hangs)
    test.launch()
    gate.open("anna")
    for _ in 0..<2 { test.post("x") }
    let bus = test.bus
    let publisher = test.start { try await bus.publish(Custom("x")) }
    #expect(publisher.value == nil)
    _ = try test.record("log", Custom.self, policy: Policy(behind: "auth"))
    test.settle()
    #expect(publisher.value != nil)
  }

  @Test func `A turn of zero deliveries is one of one`() throws {
    var limits = Limits()
    limits.turn = 0
    let test = TestBus(limits: limits)
    let log = try test.recordAll()
    test.launch()
    #expect(log.lines == ["0 launch"])
  }

  @Test func `Whoever waits for a gate that nobody owns is told so after the limit`() throws {
    test.launch()
    let verdict = test.start { [bus = test.bus] in try await bus.gate("typo").verdict() }
    test.advance(by: .seconds(31))
    #expect(try verdict.value?.get() == .timedOut)
  }

  @Test func `Two who read one stream of activity both get their share, and both end with it`() throws {
    let test = TestBus()
    let activity = test.bus.activity
    let readers = (0..<2).map { _ in
      test.start {
        var count = 0
        while await activity.next() != nil { count += 1 }
        return count
      }
    }
    test.launch()
    test.post("x")
    _ = try test.run { [bus = test.bus] in await bus.shutdown() }
    #expect(try readers.map { try $0.value?.get() ?? -1 }.reduce(0, +) == 4)
  }

  @Test @MainActor func `A test bus waits for handlers on the main actor`() async throws {
    let model = Model()
    try test.bus.register("model", owner: model) { on in on(AnyEvent.self) { model, _ in model.count += 1 } }
    test.bus.post(Launch())
    for _ in 0..<20 { test.bus.post(Custom("x")) }
    try await test.idle()
    #expect(model.count == 21)
  }

  @MainActor
  private final class Model {
    var count = 0
  }
}

private struct Mine: LifecycleEvent {
  static var name: String { "custom" }
  let number: Int
}
