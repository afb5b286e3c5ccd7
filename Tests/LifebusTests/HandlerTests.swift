import Lifebus
import LifebusTestKit
import Testing

@Suite struct HandlerTests {
  let test = TestBus()

  @Test func `One delivery at a time, in order, never re-entered, also while the handler awaits (H2)`() async throws {
    let log = try test.recordAll()
    log.does(.takes(10.ms))
    test.bus.post(Launch())
    for name in ["a", "b"] { test.bus.post(Custom(name)) }
    test.advance(by: 100.ms)
    #expect(log.lines == ["0 launch", "10 custom:a", "20 custom:b"])
    #expect(log.mostAtOnce == 1)
  }

  @Test(arguments: [RecordingHandler.Behavior.fails, .takes(100.ms), .hangs])
  func `A handler that throws, is slow or never returns changes nothing for any other (H3)`(
    _ behavior: RecordingHandler.Behavior
  ) async throws {
    let bad = try test.recordAll("bad")
    let good = try test.recordAll("good")
    bad.does(behavior)
    test.launch()
    for (index, name) in ["a", "b", "c"].enumerated() {
      test.advance(to: ManualClock.Instant((index * 10).ms))
      test.post(name)
    }
    #expect(good.lines == ["0 launch", "0 custom:a", "10 custom:b", "20 custom:c"])
  }

  @Test func `A failure is the delivery's outcome, with its reason, and no error of the publisher (H8)`() async throws {
    let log = try test.recordAll()
    log.does(.fails)
    test.launch()
    let receipt = try test.run { [bus = test.bus] in try await bus.publish(Custom("x")) }
    #expect(try test.run { try await receipt.settled() } == ["log": .failed("it was told to fail")])
    #expect(test.bus.snapshot().handlers[0].lastError == "it was told to fail")
  }

  @Test func `The same id again replaces the handler, keeps its cursor, repeats nothing, and is reported (H5)`() async throws {
    let old = try test.recordAll()
    old.does(.takes(10.ms))
    let activity = test.bus.activity
    test.launch()
    test.bus.post(Custom("a"))
    let new = try test.recordAll()
    test.advance(by: 50.ms)
    #expect(old.lines == ["0 launch"])
    #expect(old.ends == ["10 launch"])
    #expect(new.lines == ["10 custom:a"])
    #expect(try test.words(activity).contains("replaced"))
  }

  @Test func `After unregister what waits is ended, and a call that runs ends as it ends (H5)`() async throws {
    let log = try test.recordAll()
    log.does(.takes(10.ms))
    test.bus.post(Launch())
    let running = test.bus.post(Custom("a"))
    let waiting = test.bus.post(Custom("b"))
    test.advance(by: 12.ms)
    test.bus.unregister("log")
    test.advance(by: 20.ms)
    #expect(log.lines == ["0 launch", "10 custom:a"])
    #expect(test.words(running) == ["log": "done"])
    #expect(test.words(waiting) == ["log": "ended"])
  }

  @Test func `A token ends its own registration only, and dropping it ends nothing (H5)`() async throws {
    let first = Seen("x")
    let token = try test.bus.register(first) { on in on(Custom.self) { seen, delivery in seen.note(delivery.event.name) } }
    let second = Seen("x")
    try test.bus.register(second) { on in on(Custom.self) { seen, delivery in seen.note(delivery.event.name) } }
    token.unregister()
    test.launch()
    test.post("a")
    #expect(first.notes == [])
    #expect(second.notes == ["a"])
  }

  @Test func `The bus keeps its actors, and lets them go when they are unregistered or the bus is gone (H5)`() throws {
    weak var kept: Seen?
    do {
      let handler = Seen("kept")
      kept = handler
      try test.bus.register(handler) { on in on(Launch.self) { _, _ in } }
    }
    #expect(kept != nil)
    test.launch()
    test.bus.unregister("kept")
    test.settle()
    #expect(kept == nil)

    weak var left: Seen?
    do {
      let bus = LifecycleBus(clock: test.clock, executor: test.executor)
      let handler = Seen("left")
      left = handler
      try bus.register(handler) { on in on(Launch.self) { _, _ in } }
      bus.post(Launch())
    }
    test.settle()
    #expect(left == nil)
  }

  @Test func `An event that matches two clauses goes to the first (H9)`() async throws {
    let seen = Seen()
    try test.bus.register(seen) { on in
      on(Appear.self, scope: "home") { seen, _ in seen.note("home") }
      on(Appear.self) { seen, _ in seen.note("any") }
    }
    test.launch()
    test.bus.post(Appear("home"))
    test.bus.post(Appear("list"))
    test.settle()
    #expect(seen.notes == ["home", "any"])
  }

  @Test func `A late handler gets the standing facts once, marked replayed, then live events (H6)`() async throws {
    test.launch()
    test.report(.inactive, .active)
    test.post("missed")
    let late = try test.recordAll("late")
    test.settle()
    test.post("live")
    #expect(late.lines == ["0 launch replayed", "0 phaseChanged(active) replayed", "0 custom:live"])
  }

  @Test func `Handlers run in the bus's tasks: a cancelled publisher cancels nothing (H4)`() async throws {
    let bus = LifecycleBus()
    let seen = Seen()
    try bus.register(seen) { on in
      on(Custom.self) { seen, _ in
        await Task.yield()
        seen.note("\(Task.isCancelled)")
      }
    }
    bus.post(Launch())
    let publisher = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return bus.post(Custom("x"))
    }
    _ = try await publisher.value.settled()
    #expect(seen.notes == ["false"])
  }

  @Test func `An own event that nobody wants is unhandled (H8)`() throws {
    _ = try test.record("log", Launch.self)
    let activity = test.bus.activity
    test.launch()
    let receipt = test.post("nobody")
    #expect(receipt.outcomes.isEmpty)
    #expect(try test.words(activity).filter { $0 == "unhandled" }.count == 1)
  }

  @Test func `Own typed events are delivered with their type, and a clause's filter narrows them`() async throws {
    let seen = Seen()
    try test.bus.register(seen) { on in
      on(Bought.self, where: { $0.amount > 10 }) { seen, delivery in seen.note("\(delivery.event.amount)") }
    }
    test.launch()
    for amount in [5, 20] { test.bus.post(Bought(amount: amount)) }
    test.settle()
    #expect(seen.notes == ["20"])
  }

  @Test(arguments: [
    (Policy(behind: "log"), "its own gate"), (Policy(acrossIdentities: true), "behind no gate"),
    (Policy(timeout: .zero), "more than zero"),
  ])
  func `A contradiction in a policy is an error at registration that names the handler`(_ policy: Policy, _ words: String)
    throws
  {
    let error = #expect(throws: LifebusError.self) { try test.recordAll(policy: policy) }
    #expect(error?.description.contains("'log'") == true && error?.description.contains(words) == true)
  }

  @Test func `Two once-only clauses of one kind need names`() throws {
    let error = #expect(throws: LifebusError.self) {
      try test.bus.register(Seen()) { on in
        on(Launch.self, once: .perProcess) { _, _ in }
        on(Launch.self, once: .perProcess) { _, _ in }
      }
    }
    #expect(error?.description.contains("name") == true)
  }
}

struct Bought: LifecycleEvent {
  let amount: Int
}
