import Lifebus
import LifebusTestKit
import Testing

@Suite struct ReceiptTests {
  let test = TestBus()

  @Test func `A receipt is settled when a handler's successor does not want the event`() throws {
    let test = TestBus()
    let log = try test.recordAll("log")
    log.does(.takes(10.ms))
    test.launch()
    let receipt = test.post("x")
    let settled = test.start { try await receipt.settled() }
    _ = try test.record("log", Appear.self)
    test.advance(by: 50.ms)
    #expect(try settled.value?.get() == [:])
  }

  @Test func `Receipts tell at any later time what handlers did that are gone, or were replaced by others`() throws {
    _ = try test.record("gone", Custom.self, named: "x")
    _ = try test.record("changed", Custom.self, named: "x")
    test.launch()
    let (x, y) = (test.post("x"), test.post("y"))
    test.bus.unregister("gone")
    _ = try test.record("changed", Custom.self, named: "y")
    test.settle()
    #expect(test.words(x) == ["gone": "done", "changed": "done"])
    #expect(test.words(y) == [:])
    #expect(test.bus.explain(x.sequence, to: "gone").description.contains("ended as done"))
  }

  @Test func `A receipt of what is kept for a reserved handler is not settled before its call`() throws {
    let test = TestBus()
    try test.bus.reserve("router", for: [.custom("link")])
    test.launch()
    let receipts = (0..<2).map { _ in test.post("link") }
    test.report(.active)
    let router = RecordingHandler("router", on: test.clock)
    router.does(.takes(10.ms))
    try test.bus.register(router) { on in on(AnyEvent.self) { router, delivery in try await router.handle(delivery) } }
    #expect(receipts.map { test.words($0)["router"] } == ["waiting", "waiting"])
    test.advance(by: 1_000.ms)
    #expect(receipts.map { test.words($0)["router"] } == ["done", "done"])
  }

  @Test func `A receipt tells attempts and times of calls that ended while activity was read, and of those that run`() throws {
    let log = try test.recordAll("log", policy: Policy(retry: Retry(attempts: 2, delay: 5.ms, jitter: 0)))
    log.does(.takes(10.ms))
    test.launch()
    test.advance(by: 10.ms)
    let unread = test.post("unread")
    test.advance(by: 10.ms)
    #expect(unread.calls == [:])
    let activity = test.bus.activity
    log.doesNext(.fails)
    let x = test.post("x")
    test.advance(by: 9.ms)
    #expect(x.calls["log"]?.attempts == 2 && x.calls["log"]?.duration == 4.ms)
    test.advance(by: 10.ms)
    #expect(x.calls["log"]?.attempts == 2 && x.calls["log"]?.duration == 10.ms)
    withExtendedLifetime(activity) {}
  }
}
