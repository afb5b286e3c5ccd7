import Lifebus
import LifebusTestKit
import Testing

@Suite struct LifetimeTests {
  let test = TestBus()

  @Test func `A bus that is dropped while the last call of an unregistered handler runs lets everything go`() throws {
    weak var kept: Seen?
    do {
      let bus = LifecycleBus(clock: test.clock, executor: test.executor)
      let handler = Seen("slow")
      kept = handler
      let clock = test.clock
      try bus.register(handler) { on in on(Launch.self) { _, _ in try await clock.sleep(for: .seconds(1)) } }
      bus.post(Launch())
      test.settle()
      bus.unregister("slow")
    }
    #expect(kept != nil)
    test.advance(by: .seconds(2))
    #expect(kept == nil)
  }

  @Test func `The places of handlers that are gone are used again, and what they had done once is remembered`() throws {
    test.launch()
    for number in 0..<1_000 {
      let id = HandlerID("h\(number)")
      _ = try test.record(id, Custom.self, named: "x", once: .perProcess)
      test.bus.unregister(id)
    }
    _ = try test.record("h", Custom.self, named: "x", once: .perProcess)
    test.post("x")
    test.bus.unregister("h")
    let again = try test.record("h", Custom.self, named: "x", once: .perProcess)
    test.post("x")
    #expect(again.lines == [])
    #expect(test.bus.snapshot().handlers.count == 1)
  }

  @Test func `An event's payload may call the bus when it is freed`() async throws {
    var limits = Limits()
    limits.activityBuffer = 2
    limits.rememberedIDs = 2
    let bus = LifecycleBus(limits: limits)
    try bus.register(Seen(), policy: Policy(retry: Retry(attempts: 1, delay: .zero))) { on in
      on(Loaded.self, once: .perProcess) { _, _ in }
    }
    let slow = bus.activity
    bus.post(Launch())
    for number in 0..<3_000 { bus.post(Loaded(payload: Payload(bus)), id: EventID("\(number)")) }
    try await bus.idle()
    #expect(bus.snapshot().handlers[0].counts["duplicate"] == 2_999)
    _ = slow
  }

  @Test func `A token that is kept keeps no handler`() throws {
    weak var kept: Seen?
    var token: Registration?
    do {
      let handler = Seen("x")
      kept = handler
      token = try test.bus.register(handler) { on in on(Launch.self) { _, _ in } }
    }
    token?.unregister()
    test.settle()
    #expect(kept == nil)
    _ = token
  }

  @Test func `A last call that outlives its registration uses up its key for whoever bears the name later`() throws {
    let log = try test.record("log", Custom.self, named: "x", once: .perProcess)
    log.does(.takes(10.ms))
    test.launch()
    test.post("x")
    test.bus.unregister("log")
    test.advance(by: 20.ms)
    let again = try test.record("log", Custom.self, named: "x", once: .perProcess)
    test.post("x")
    #expect(again.lines == [])
  }

  @Test func `A bus that is shut down without a grace and dropped while deliveries begin frees nothing too early`() async {
    for _ in 0..<300 {
      let bus = LifecycleBus()
      let activity = bus.activity
      do {
        for number in 0..<4 {
          try bus.register(Seen(HandlerID("h\(number)"))) { on in
            on(AnyEvent.self) { seen, delivery in seen.note(delivery.event.kind) }
          }
        }
      } catch { Issue.record(error) }
      bus.post(Launch())
      let posting = Task.detached { for number in 0..<50 { bus.post(Custom("event with a long name \(number)")) } }
      _ = await activity.next()
      await bus.shutdown(grace: .zero)
      await posting.value
    }
  }
}

private struct Loaded: LifecycleEvent {
  let payload: Payload
}

private final class Payload: Sendable {
  private let bus: LifecycleBus

  init(_ bus: LifecycleBus) {
    self.bus = bus
  }

  deinit { _ = bus.snapshot() }
}
