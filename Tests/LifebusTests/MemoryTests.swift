import Lifebus
import Synchronization
import Testing

@Suite struct MemoryTests {
  @Test func `Behind and beside a closed gate no more events are alive than the limits say`() async throws {
    var limits = Limits()
    limits.backlog = 5_000
    limits.logLength = 4_096
    let bus = LifecycleBus(limits: limits)
    try bus.register(Seen("auth"), policy: Policy(gate: GateOptions())) { on in on(Launch.self) { _, _ in } }
    let held = Seen("held")
    try bus.register(held, policy: Policy(behind: "auth")) { on in
      on(Weighed.self) { held, delivery in held.note("\(delivery.event.number)") }
    }
    try bus.register(Seen("free")) { on in on(Weighed.self) { _, _ in } }
    bus.post(Launch(cause: .user))
    bus.gate("auth").close("signed out")
    let alive = Alive()
    var most = 0
    for number in 0..<40_000 {
      bus.post(Weighed(number: number, weight: Weight(alive)))
      if number.isMultiple(of: 1_000) { try await bus.idle() }
      most = max(most, alive.count)
    }
    // Two chunks may be begun, and two are kept for whoever asks what became of the last events.
    #expect(most <= limits.backlog + limits.logLength + 4 * 1_024)

    bus.gate("auth").open("anna")
    try await bus.idle()
    let dropped = try #require(bus.snapshot().handlers.first { $0.id == "held" }?.counts["dropped"])
    #expect(held.notes.count == 40_000 - dropped)
    #expect(held.notes == (dropped..<40_000).map(String.init))
    #expect(alive.count <= 2 * 1_024)
  }
}

private struct Weighed: LifecycleEvent {
  let number: Int
  let weight: Weight
}

private final class Alive: Sendable {
  private let number = Atomic(0)

  var count: Int { number.load(ordering: .relaxed) }
  func add(_ change: Int) { number.add(change, ordering: .relaxed) }
}

private final class Weight: Sendable {
  private let alive: Alive

  init(_ alive: Alive) {
    self.alive = alive
    alive.add(1)
  }

  deinit { alive.add(-1) }
}
