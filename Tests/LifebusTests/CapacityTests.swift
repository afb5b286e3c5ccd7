import Lifebus
import LifebusTestKit
import Testing

@Suite struct CapacityTests {
  let test = TestBus()

  private func busy(_ overflow: Overflow) async throws -> RecordingHandler {
    let log = try test.record("log", Custom.self, policy: Policy(capacity: 2, overflow: overflow))
    log.does(.takes(10.ms))
    test.launch()
    test.post("e", id: "running")
    return log
  }

  @Test func `dropOldest drops the oldest waiting delivery`() async throws {
    let log = try await busy(.dropOldest)
    let receipts = ["1", "2", "3"].map { test.post("e", id: EventID($0)) }
    test.advance(by: .seconds(1))
    #expect(log.lines == ["0 custom:e(running)", "10 custom:e(2)", "20 custom:e(3)"])
    #expect(test.words(receipts[0]) == ["log": "dropped"])
  }

  @Test func `dropNewest drops the new one, for this handler only`() async throws {
    let other = try test.record("other", Custom.self)
    let log = try await busy(.dropNewest)
    let receipts = ["1", "2", "3"].map { test.post("e", id: EventID($0)) }
    test.advance(by: .seconds(1))
    #expect(log.lines == ["0 custom:e(running)", "10 custom:e(1)", "20 custom:e(2)"])
    #expect(test.words(receipts[2]) == ["log": "dropped", "other": "done"])
    #expect(other.lines.count == 4)
  }

  @Test func `refuse refuses an own event as a whole, and none of the bus's own kinds`() async throws {
    let other = try test.record("other", Custom.self)
    let log = try test.recordAll("log", policy: Policy(capacity: 1, overflow: .refuse))
    log.does(.takes(10.ms))
    test.launch()
    test.post("waits")
    let refused = test.post("refused", id: "r")
    test.report(.active)
    guard case .refused(let reason) = refused.disposition else { return #expect(Bool(false), "it was accepted") }
    #expect(reason.contains("'log'") && reason.contains("1"))
    #expect(other.lines == ["0 custom:waits"])
    test.advance(by: .seconds(1))
    #expect(test.post("refused", id: "r").disposition == .accepted)
    #expect(log.lines.contains("20 phaseChanged(active)"))
  }

  @Test func `publish waits for room, and post does not`() async throws {
    let log = try await busy(.wait)
    let bus = test.bus
    for name in ["1", "2"] { test.post("e", id: EventID(name)) }
    let publish = test.start { try await bus.publish(Custom("e"), id: "3") }
    #expect(publish.value == nil)
    #expect(test.post("e", id: "posted").disposition == .accepted)
    test.advance(by: .seconds(1))
    #expect(try publish.value?.get().disposition == .accepted)
    #expect(log.lines.count == 5)
  }

  @Test func `A handler that is held keeps no publisher waiting`() async throws {
    _ = try test.gate()
    _ = try test.record("log", Custom.self, policy: Policy(capacity: 1, behind: "auth"))
    test.launch()
    let bus = test.bus
    for _ in 0..<3 { #expect(try test.run { try await bus.publish(Custom("e")) }.disposition == .accepted) }
  }

  @Test func `A publisher that is cancelled while it waits publishes nothing`() async throws {
    _ = try await busy(.wait)
    let bus = test.bus
    for name in ["1", "2"] { test.post("e", id: EventID(name)) }
    let publish = test.start { try await bus.publish(Custom("e"), id: "3") }
    publish.cancel()
    test.settle()
    #expect(throws: CancellationError.self) { try publish.value?.get() }
    #expect(test.bus.snapshot().events == 4)
  }

  @Test func `Beyond the hard limit of a backlog the oldest that may be dropped goes, once-only ones never`() async throws {
    var limits = Limits()
    limits.backlog = 1_000
    limits.logLength = 2_048
    let test = TestBus(limits: limits)
    let gate = try test.gate()
    let seen = Seen("held")
    try test.bus.register(seen, policy: Policy(behind: "auth")) { on in
      on(Custom.self, named: "once", once: .perProcess) { seen, _ in seen.note("once") }
      on(Custom.self, named: "e") { seen, delivery in seen.note(delivery.id.value) }
    }
    test.launch()
    test.bus.post(Custom("once"))
    for number in 1...10_000 { test.bus.post(Custom("e"), id: EventID("\(number)")) }
    test.settle()
    gate.open("anna")
    test.settle()
    let notes = seen.notes
    #expect(notes.first == "once" && notes.last == "10000")
    #expect(notes.count <= 1_000 + 2 * 1_024 + 1)
    #expect(notes.dropFirst().compactMap { Int($0) } == Array((10_000 - notes.count + 2)...10_000))
    #expect(test.bus.snapshot().handlers.last?.counts["dropped"] == 10_001 - notes.count)
  }
}
