import LifebusTestKit
import Testing

@testable import Lifebus

/// Handlers that run elsewhere: what a call's own process does to it.
@Suite struct CrashedCallTests {
  let test = TestBus()

  /// Registers a handler that does what a closure says with each attempt.
  private func register(
    _ bus: LifecycleBus, policy: Policy = Policy(), _ body: @escaping @Sendable (Delivery<Custom>) async throws -> Void
  ) throws -> Seen {
    let seen = Seen("child")
    try bus.register(seen, policy: policy) { on in
      on(Custom.self) { seen, delivery in
        seen.note("\(delivery.event.name) #\(delivery.attempt)")
        try await body(delivery)
      }
    }
    return seen
  }

  @Test func `A call whose process died is made again as the next attempt, before what follows, without a retry of its own`()
    throws
  {
    let seen = try register(test.bus) { delivery in if delivery.attempt == 1 { throw CallCrashed("it died") } }
    test.launch()
    for name in ["a", "b"] { test.bus.post(Custom(name)) }
    test.settle()
    #expect(seen.notes == ["a #1", "a #2", "b #1", "b #2"])
    #expect(test.bus.snapshot().handlers[0].counts == ["done": 2])
    #expect(test.bus.snapshot().handlers[0].lastError == "it died")
  }

  @Test func `One that may be called only once is interrupted`() throws {
    let durable = try TestBus(ledger: MemoryLedger())
    let seen = try register(durable.bus, policy: Policy(durability: .atMostOnce)) { _ in throw CallCrashed("it died") }
    durable.launch()
    let receipt = durable.post("a")
    #expect(seen.notes == ["a #1"])
    #expect(durable.words(receipt) == ["child": "interrupted"])
  }

  @Test func `A permanent failure is not tried again`() throws {
    let seen = try register(test.bus, policy: Policy(retry: Retry(attempts: 3, delay: 10.ms, jitter: 0), keepsDead: true)) {
      _ in
      throw PermanentFailure("no such account")
    }
    test.launch()
    let receipt = test.post("a")
    #expect(seen.notes == ["a #1"])
    #expect(receipt.outcomes == ["child": .dead("no such account")])
  }

  @Test func `A call that is given more time has so much more, and no call after it`() throws {
    let clock = test.clock
    let seen = try register(test.bus, policy: Policy(timeout: 100.ms)) { delivery in
      if delivery.event.name == "long" { delivery.extendTimeout(by: 200.ms) }
      try await clock.sleep(for: 250.ms)
    }
    test.launch()
    let receipts = ["long", "short"].map { test.bus.post(Custom($0)) }
    test.advance(by: .seconds(1))
    #expect(receipts.map { test.words($0) } == [["child": "done"], ["child": "timedOut"]])
    #expect(seen.notes.count == 2)
  }

  @Test func `A handler that is quarantined is not called, holds nobody, and goes on when it is released`() throws {
    let seen = try register(test.bus) { _ in }
    let other = try test.record("after", Custom.self, policy: Policy(after: ["child"]))
    test.launch()
    #expect(test.bus.quarantine("child", because: "it crashed 5 times"))
    #expect(!test.bus.quarantine("child", because: "again") && !test.bus.quarantine("nobody", because: "it is not there"))
    let receipt = test.post("a")
    #expect(seen.notes.isEmpty && other.lines == ["0 custom:a"])
    #expect(test.bus.snapshot().handlers[0].quarantine == "it crashed 5 times")
    #expect(test.words(receipt)["child"] == "held")
    #expect(test.bus.release("child"))
    test.settle()
    #expect(seen.notes == ["a #1"])
  }
  @Test func `One that is quarantined while it is called ends that call, and is not called for what is left`() throws {
    let bus = test.bus
    let seen = try register(test.bus) { delivery in
      guard delivery.attempt == 1, bus.quarantine("child", because: "it crashed 5 times") else { return }
      throw CallCrashed("it died")
    }
    test.launch()
    for name in ["a", "b"] { test.bus.post(Custom(name)) }
    test.settle()
    #expect(seen.notes == ["a #1"])
    #expect(test.bus.snapshot().handlers[0].state == .quarantined)
    #expect(test.bus.release("child"))
    test.settle()
    #expect(seen.notes == ["a #1", "a #2", "b #1"])
  }

  @Test func `When the last call of one that is quarantined has ended, the bus is idle, and what it holds has settled`()
    async throws
  {
    let bus = LifecycleBus()
    _ = try register(bus) { _ in
      bus.quarantine("child", because: "it crashed 5 times")
      throw CallCrashed("it died")
    }
    bus.post(Launch(cause: .user))
    let receipts = ["a", "b"].map { bus.post(Custom($0)) }
    for receipt in receipts { #expect(try await receipt.settled() == ["child": .held(by: "child")]) }
    try await bus.idle()
    #expect(bus.snapshot().handlers[0].state == .quarantined)
  }

  @Test func `What a handler does not want after all has no outcome of it`() throws {
    let seen = try register(test.bus) { delivery in if delivery.event.name == "a" { throw CallUnwanted() } }
    test.launch()
    let receipts = ["a", "b"].map { test.bus.post(Custom($0)) }
    test.settle()
    #expect(seen.notes == ["a #1", "b #1"])
    #expect(receipts.map { test.words($0) } == [[:], ["child": "done"]])
  }

  @Test func `A delivery knows what caused its event`() throws {
    let causes = Seen("causes")
    let seen = try register(test.bus) { delivery in
      if delivery.event.name == "a" { delivery.post(Custom("b")) }
      causes.note("\(delivery.cause)")
    }
    test.launch()
    let first = test.post("a")
    #expect(seen.notes == ["a #1", "b #1"])
    #expect(causes.notes == ["0", "\(first.sequence)"])
  }
}
