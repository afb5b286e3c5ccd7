import Lifebus
import LifebusSQLite

/// What a bus in this process costs besides time.
struct BusEnergy: Contender {
  enum Cost: Sendable {
    /// Wake-ups for each event, one at a time, for a handler that is idle.
    case wakeUpsPerEvent
    /// Bytes to the disk for each event of a durable handler, in a burst.
    case bytesPerEvent
    /// Wake-ups in a minute in which nothing is posted.
    case wakeUpsPerMinute
  }

  let cost: Cost
  let workplace: Workplace
  let name = "a bus"

  func measure() async throws -> Double {
    switch cost {
    case .wakeUpsPerEvent: try await perEvent(1_000, \.wakeUps, try await bus()) { try await $0.idle() }
    case .bytesPerEvent: try await perEvent(1_000, \.written, try await durableBus()) { _ in }
    case .wakeUpsPerMinute: try await perMinute(try await bus())
    }
  }

  private func perEvent(
    _ events: Int, _ cost: KeyPath<ProcessCounts, Double>, _ bus: LifecycleBus,
    _ after: (LifecycleBus) async throws -> Void
  ) async throws -> Double {
    let before = try ProcessCounts()
    for number in 0..<events {
      bus.post(Tick(number: number))
      try await after(bus)
    }
    try await bus.idle()
    let spent = try ProcessCounts()[keyPath: cost] - before[keyPath: cost]
    await bus.shutdown()
    return spent / Double(events)
  }

  /// What is more with the bus than without it: the measuring itself wakes threads.
  private func perMinute(_ bus: LifecycleBus) async throws -> Double {
    // The alarm that looks after a call goes off once more, half a second after the launch.
    try await Task.sleep(for: .seconds(1))
    let with = try await wakeUpsWhileAsleep()
    await bus.shutdown()
    return max(0, with - (try await wakeUpsWhileAsleep())) * 40
  }

  /// The lesser of two times one and a half seconds: now and then a thread of the system's pool ends for want of work.
  private func wakeUpsWhileAsleep() async throws -> Double {
    var least = Double.infinity
    for _ in 1...2 {
      let before = try ProcessCounts()
      try await Task.sleep(for: .milliseconds(1_500))
      least = min(least, try ProcessCounts().wakeUps - before.wakeUps)
    }
    return least
  }

  private func bus() async throws -> LifecycleBus {
    let bus = LifecycleBus()
    try bus.register(Counter.several(1))
    try await bus.launch()
    return bus
  }

  private func durableBus() async throws -> LifecycleBus {
    let bus = try LifecycleBus(ledger: SQLiteLedger(at: workplace.newPath("ledger")), version: "1")
    try bus.register(Counter.several(1), policy: Policy(durability: .atLeastOnce))
    try await bus.launch()
    return bus
  }
}
