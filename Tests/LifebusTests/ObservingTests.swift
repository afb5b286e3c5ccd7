import Lifebus
import LifebusTestKit
import Testing

@Suite struct ObservingTests {
  let test = TestBus()

  @Test func `Activity tells what happened to an event, in order`() async throws {
    let log = try test.recordAll()
    log.does(.takes(10.ms))
    let activity = test.bus.activity
    test.launch()
    test.advance(by: 20.ms)
    let items = try test.items(activity)
    #expect(items.map(\.kind) == [.accepted, .started(attempt: 1), .ended(.done, duration: 10.ms)])
    #expect(items.last?.subject?.event.kind == "launch" && items.last?.handler == "log")
  }

  @Test func `A reader that is too slow loses the oldest and is told how many`() throws {
    var limits = Limits()
    limits.activityBuffer = 3
    let test = TestBus(limits: limits)
    let slow = test.bus.activity
    let other = test.bus.activity
    test.launch()
    _ = try test.items(other)
    for _ in 0..<2 { test.post("x") }
    #expect(try test.words(other).count == 3 + 1)
    #expect(try test.items(slow).first?.kind == .lost(2))
  }

  @Test func `A reader may have a bound of its own`() throws {
    let small = test.bus.activity(buffering: 1)
    let usual = test.bus.activity
    test.launch()
    test.post("x")
    #expect(try test.items(small).first?.kind == .lost(2))
    #expect(try test.words(usual) == ["accepted", "accepted", "unhandled"])
  }

  @Test func `A snapshot says what runs and for how long, who waits for it, and when the last error was`() throws {
    let first = try test.recordAll("first")
    _ = try test.recordAll("second", policy: Policy(after: ["first"]))
    first.doesNext(.fails)
    test.launch()
    test.advance(by: 500.ms)
    first.does(.hangs)
    test.post("x")
    test.advance(by: 250.ms)
    let snapshot = test.bus.snapshot()
    let running = try #require(snapshot.handlers[0].running)
    #expect(running.kind == "custom:x" && running.sequence == 2 && running.attempt == 1 && running.seconds == 0.25)
    #expect(snapshot.handlers[0].lastErrorAt == 0 && snapshot.time == 0.75)
    #expect(snapshot.handlers[1].state == .held && snapshot.handlers[1].heldBy == "first")
  }

  @Test func `A held delivery is told once when it is held and once when it is released`() throws {
    let gate = try test.gate()
    _ = try test.record("held", Custom.self, policy: Policy(behind: "auth"))
    let activity = test.bus.activity
    test.launch()
    test.post("a")
    test.post("b")
    gate.open("anna")
    test.settle()
    let words = try test.items(activity).filter { $0.handler == "held" }.map(\.kind.word)
    #expect(words == ["held", "released", "started", "outcome", "started", "outcome"])
  }

  @Test func `A snapshot shows handlers with state and counts, and gates with their verdict`() async throws {
    let gate = try test.gate()
    _ = try test.record("held", Custom.self, policy: Policy(behind: "auth"))
    let busy = try test.recordAll("busy")
    test.launch()
    busy.does(.hangs)
    test.post("a")
    test.post("b")
    gate.close("signed out")
    let snapshot = test.bus.snapshot()
    #expect(snapshot.handlers.map(\.state) == [.idle, .held, .running])
    #expect(snapshot.handlers.map(\.waiting) == [0, 2, 1])
    #expect(snapshot.handlers[1].heldBy == "auth" && snapshot.handlers[2].running?.kind == "custom:a")
    #expect(snapshot.gates.map(\.verdict) == ["closed"])
    #expect(snapshot.events == 3 && snapshot.isLaunched)
  }

  @Test func `idle() returns when all has ended or is held by a gate with a verdict`() throws {
    let gate = try test.gate()
    _ = try test.record("held", Custom.self, policy: Policy(behind: "auth"))
    test.launch()
    test.post("a")
    #expect(throws: NotSettled.self) { try test.run { [bus = test.bus] in try await bus.idle() } }
    gate.close()
    try test.run { [bus = test.bus] in try await bus.idle() }
  }
}

@Suite struct WaitingTests {
  let test = TestBus()

  @Test func `settled(within:) returns what is known by then`() async throws {
    let slow = try test.recordAll("slow")
    _ = try test.recordAll("quick")
    slow.does(.hangs)
    test.launch()
    let receipt = test.post("a")
    let settled = test.start { try await receipt.settled(within: .seconds(1)) }
    test.advance(by: 999.ms)
    #expect(settled.value == nil)
    test.advance(by: 1.ms)
    #expect(try settled.value?.get() == ["slow": .waiting, "quick": .done])
  }

  @Test func `idle(within:) says whether all has ended by then`() async throws {
    let log = try test.recordAll()
    log.does(.takes(100.ms))
    test.bus.post(Launch())
    let early = test.start { [bus = test.bus] in try await bus.idle(within: .milliseconds(50)) }
    let late = test.start { [bus = test.bus] in try await bus.idle(within: .milliseconds(150)) }
    test.advance(by: 200.ms)
    #expect(try early.value?.get() == false)
    #expect(try late.value?.get() == true)
  }
}
