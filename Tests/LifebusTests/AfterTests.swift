import Lifebus
import LifebusTestKit
import Testing

@Suite struct AfterTests {
  let test = TestBus()

  @Test func `A handler is called for an event when the one before it has passed it, whether that wanted it or not`()
    async throws
  {
    let second = try test.recordAll("second", policy: Policy(after: ["first"]))
    let first = try test.record("first", Custom.self, named: "slow")
    first.does(.takes(10.ms))
    test.launch()
    test.bus.post(Custom("slow"))
    test.bus.post(Custom("other"))
    test.advance(by: 50.ms)
    #expect(second.lines == ["0 launch", "10 custom:slow", "10 custom:other"])
  }

  @Test func `One that is stuck or gone holds nobody`() async throws {
    let first = try test.recordAll("first", policy: Policy(timeout: .milliseconds(10), grace: .milliseconds(10)))
    let second = try test.recordAll("second", policy: Policy(after: ["first"]))
    first.does(.hangs)
    test.launch()
    test.advance(by: 15.ms)
    #expect(second.lines == [])
    test.advance(by: 10.ms)
    #expect(second.lines == ["20 launch"])
    test.bus.unregister("first")
    test.post("x")
    #expect(second.lines == ["20 launch", "25 custom:x"])
  }

  @Test func `A missing name is an error at the launch that names both, unless ifPresent allows it`() throws {
    _ = try test.recordAll("second", policy: Policy(after: ["first"]))
    guard case .refused(let reason) = test.bus.post(Launch()).disposition else {
      return #expect(Bool(false), "it was launched")
    }
    #expect(reason.contains("'second'") && reason.contains("'first'"))
    _ = try test.recordAll("second", policy: Policy(after: [.ifPresent("first")]))
    #expect(test.bus.post(Launch()).disposition == .accepted)
  }

  @Test func `A cycle is an error at the launch that names the whole path`() throws {
    _ = try test.recordAll("a", policy: Policy(after: ["b"]))
    _ = try test.recordAll("b", policy: Policy(after: ["c"]))
    _ = try test.recordAll("c", policy: Policy(after: ["a"]))
    guard case .refused(let reason) = test.bus.post(Launch()).disposition else {
      return #expect(Bool(false), "it was launched")
    }
    #expect(reason.contains("'a' after 'b' after 'c' after 'a'"))
  }

  @Test func `Handlers stop in the reverse of after`() throws {
    let test = TestBus()
    let order = Seen("order")
    for (id, after) in [("c", ["b"]), ("a", []), ("b", ["a"])] as [(HandlerID, [Dependency])] {
      try test.bus.register(Stopping(id, order), policy: Policy(after: after)) { on in on(Launch.self) { _, _ in } }
    }
    test.launch()
    _ = try test.run { [bus = test.bus] in await bus.shutdown() }
    #expect(order.notes == ["c", "b", "a"])
  }

  @Test func `Waiting in a call for what comes after that call is refused with the way`() async throws {
    let waiter = Seen("waiter")
    let test = test
    try test.bus.register(waiter) { on in
      on(Custom.self, named: "begin") { waiter, delivery in
        let receipt = delivery.post(Custom("own"))
        do { _ = try await delivery.settled(receipt) } catch let error as LifebusError { waiter.note(error.description) }
        let others = delivery.post(Custom("others"))
        do { _ = try await delivery.settled(others) } catch let error as LifebusError { waiter.note(error.description) }
        let free = delivery.post(Custom("free"))
        waiter.note("\(try await delivery.settled(free).count)")
      }
      on(Custom.self, named: "own") { _, _ in }
    }
    _ = try test.record("dependent", Custom.self, named: "others", policy: Policy(after: ["waiter"]))
    _ = try test.record("independent", Custom.self, named: "free")
    test.launch()
    test.post("begin")
    let notes = waiter.notes
    #expect(notes.count == 3 && notes.last == "1")
    #expect(notes[0].contains("'waiter'") && notes[0].contains("custom:own"))
    #expect(notes[1].contains("'dependent'"))
  }
}

private actor Stopping: LifecycleHandler {
  nonisolated let id: HandlerID
  private let order: Seen

  init(_ id: HandlerID, _ order: Seen) {
    self.id = id
    self.order = order
  }

  func stop() async { order.note(id.rawValue) }
}
