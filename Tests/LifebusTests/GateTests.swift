import Lifebus
import LifebusTestKit
import Testing

@Suite struct GateTests {
  let test = TestBus()
  let behind = Policy(behind: "auth")

  @Test func `Handlers behind a gate hold their cursors until it is open and keep their order; others run on`() async throws {
    let gate = try test.gate()
    let held = try test.recordAll("held", policy: behind)
    let free = try test.recordAll("free")
    test.launch()
    for name in ["a", "b"] { test.post(name) }
    #expect(held.lines == [])
    #expect(free.lines.count == 3)
    test.advance(by: 5.ms)
    gate.open("anna")
    test.settle()
    #expect(held.lines == ["5 launch", "5 custom:a", "5 custom:b"])
  }

  @Test func `A gate can close and open again: a call that runs goes on, what waits keeps its order`() async throws {
    let gate = try test.gate()
    let held = try test.record("held", Custom.self, policy: behind)
    held.does(.takes(10.ms))
    test.launch()
    gate.open("anna")
    test.post("a")
    test.advance(by: 5.ms)
    gate.close()
    test.post("b")
    test.advance(by: 50.ms)
    #expect(held.ends == ["10 custom:a"])
    gate.open("anna")
    test.advance(by: 50.ms)
    #expect(held.lines == ["0 custom:a", "55 custom:b"])
  }

  @Test func `cancelRunning cuts off what runs behind the gate; it has not failed and comes again for the same identity`()
    async throws
  {
    let gate = try test.gate(onClose: .cancelRunning)
    let held = try test.record("held", Custom.self, policy: behind)
    held.does(.takes(10.ms))
    test.launch()
    gate.open("anna")
    let receipt = test.post("a")
    test.advance(by: 5.ms)
    gate.close()
    test.settle()
    #expect(test.words(receipt) == ["held": "held"])
    gate.open("anna")
    test.advance(by: 50.ms)
    #expect(held.lines == ["0 custom:a", "5 custom:a #2"])
    #expect(test.words(receipt) == ["held": "done"])
  }

  @Test func `What was published while one identity was in is never delivered behind the gate to another`() async throws {
    let gate = try test.gate()
    let held = try test.record("held", Custom.self, policy: behind)
    held.doesNext(.takes(10.ms))
    test.launch()
    gate.open("anna")
    test.post("running")
    let waiting = test.post("waiting")
    gate.close()
    let nobodys = test.post("nobodys")
    gate.open("berta")
    test.settle()
    #expect(test.words(waiting) == ["held": "identityChanged"])
    test.advance(by: 50.ms)
    #expect(held.lines == ["0 custom:running", "10 custom:nobodys"])
    #expect(test.words(nobodys) == ["held": "done"])
  }

  @Test func `A call that was cut off is not called again for another identity`() async throws {
    let gate = try test.gate(onClose: .cancelRunning)
    let held = try test.record("held", Custom.self, policy: behind)
    held.does(.takes(10.ms))
    test.launch()
    gate.open("anna")
    let receipt = test.post("a")
    gate.open("berta")
    test.advance(by: 50.ms)
    #expect(held.lines == ["0 custom:a"])
    #expect(test.words(receipt) == ["held": "identityChanged"])
  }

  @Test func `What is nobody's belongs to whoever is in at its first call`() async throws {
    let gate = try test.gate(onClose: .cancelRunning)
    let held = try test.record("held", Custom.self, policy: behind)
    held.does(.takes(10.ms))
    test.launch()
    let receipt = test.post("a")
    gate.open("anna")
    test.advance(by: 5.ms)
    gate.close()
    test.settle()
    gate.open("berta")
    test.advance(by: 50.ms)
    #expect(held.lines == ["0 custom:a"])
    #expect(test.words(receipt) == ["held": "identityChanged"])
  }

  @Test func `acrossIdentities delivers whoever is in`() async throws {
    let gate = try test.gate()
    let held = try test.record("held", Custom.self, policy: Policy(behind: "auth", acrossIdentities: true))
    held.doesNext(.takes(10.ms))
    test.launch()
    gate.open("anna")
    for name in ["a", "b"] { test.post(name) }
    gate.open("berta")
    test.advance(by: 50.ms)
    #expect(held.lines == ["0 custom:a", "10 custom:b"])
  }

  @Test func `Who comes back finds the own events`() async throws {
    let gate = try test.gate()
    let held = try test.record("held", Custom.self, policy: behind)
    held.doesNext(.takes(10.ms))
    test.launch()
    gate.open("anna")
    for name in ["a", "b"] { test.post(name) }
    gate.close()
    test.advance(by: 50.ms)
    gate.open("anna")
    test.settle()
    #expect(held.lines == ["0 custom:a", "50 custom:b"])
  }

  @Test func `The limit runs from a user's launch; a verdict counts also after it`() async throws {
    let gate = try test.gate(limit: .after(.seconds(5)))
    let held = try test.recordAll("held", policy: behind)
    test.launch()
    test.advance(by: 4_999.ms)
    #expect(gate.current == .pending)
    test.advance(by: 1.ms)
    #expect(gate.current == .timedOut)
    gate.open("anna")
    test.settle()
    #expect(held.lines == ["5000 launch"])
  }

  @Test func `The limit of a process that was started in advance runs from its first phase`() throws {
    let gate = try test.gate(limit: .after(.seconds(5)))
    test.launch(.prewarm)
    test.advance(by: .seconds(7_200))
    #expect(gate.current == .pending)
    test.report(.inactive)
    test.advance(by: .seconds(5))
    #expect(gate.current == .timedOut)
  }

  @Test func `A gate has a limit by default`() throws {
    let gate = try test.gate(limit: .standard)
    test.launch()
    test.advance(by: .seconds(31))
    #expect(gate.current == .timedOut)
  }

  @Test func `A verdict that was decided before a later one is ignored`() throws {
    let gate = try test.gate()
    test.launch()
    let refresh = gate.decide()
    gate.close("signed out")
    #expect(!refresh.open("anna"))
    #expect(gate.current == .closed("signed out"))
  }

  @Test func `verdict() waits for the first verdict that is not pending`() throws {
    let test = TestBus()
    let gate = try test.gate()
    test.launch()
    #expect(throws: NotSettled.self) { try test.run { try await gate.verdict() } }
    gate.open("anna")
    #expect(try test.run { try await gate.verdict() } == .open("anna"))
  }

  @Test func `verdict(within:) is pending if no verdict comes by then`() throws {
    let gate = try test.gate()
    test.launch()
    let early = test.start { try await gate.verdict(within: .seconds(1)) }
    let late = test.start { try await gate.verdict(within: .seconds(3)) }
    test.advance(by: .seconds(2))
    gate.open("anna")
    test.settle()
    #expect(try early.value?.get() == .pending)
    #expect(try late.value?.get() == .open("anna"))
  }

  @Test func `verdict(otherThan:) follows the gate: at once if it has changed already, and to the latest`() throws {
    let gate = try test.gate()
    test.launch()
    #expect(try test.run { try await gate.verdict(otherThan: .open("anna")) } == .pending)
    gate.open("anna")
    let next = test.start { try await gate.verdict(otherThan: .open("anna")) }
    #expect(next.value == nil)
    gate.open("berta")
    test.settle()
    #expect(try next.value?.get() == .open("berta"))
  }

  @Test func `Several who wait for the verdict all get it, and one who is cancelled is not kept waiting`() async throws {
    let bus = LifecycleBus()
    try bus.register(Seen("auth"), policy: Policy(gate: GateOptions())) { on in on(Launch.self) { _, _ in } }
    let gate = bus.gate("auth")
    let cancelled = Task { try await gate.verdict() }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    async let first = gate.verdict()
    async let second = gate.verdict()
    gate.open("anna")
    #expect(try await [first, second] == [.open("anna"), .open("anna")])
  }

  @Test func `A gate that is missing at the launch is an error that names both, unless ifPresent allows it`() async throws {
    let held = try test.recordAll("held", policy: behind)
    let launch = test.bus.post(Launch())
    guard case .refused(let reason) = launch.disposition else { return #expect(Bool(false), "the launch was accepted") }
    #expect(reason.contains("'held'") && reason.contains("'auth'"))
    #expect(throws: LifebusError.self) { try test.run { [bus = test.bus] in try await bus.publish(Launch()) } }
    _ = try test.recordAll("held", policy: Policy(behind: .ifPresent("auth")))
    test.launch()
    #expect(held.lines == [])
    #expect(test.bus.snapshot().handlers[0].counts == ["done": 1])
  }

  @Test func `A receipt is settled by a closed gate, which it names, and not by a pending one`() throws {
    let test = TestBus()
    let gate = try test.gate()
    _ = try test.record("held", Custom.self, policy: behind)
    test.launch()
    let receipt = test.post("a")
    #expect(throws: NotSettled.self) { try test.run { try await receipt.settled() } }
    gate.close("signed out")
    #expect(try test.run { try await receipt.settled() } == ["held": .held(by: "auth")])
    gate.open("anna")
    #expect(try test.run { try await receipt.settled() } == ["held": .done])
  }
}
