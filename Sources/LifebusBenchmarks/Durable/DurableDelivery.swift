import Lifebus
import LifebusSQLite

/// Durable handlers on a ledger in a folder.
struct DurableDelivery: Contender {
  let name = "SQLiteLedger"
  private let handlers: Int
  private let events: Int
  private let workplace: Workplace

  init(handlers: Int, events: Int, in workplace: Workplace) {
    (self.handlers, self.events, self.workplace) = (handlers, events, workplace)
  }

  func measure() async throws -> Double {
    let folder = workplace.newPath("ledger")
    defer { workplace.remove(folder) }
    let bus = try LifecycleBus(ledger: SQLiteLedger(at: folder), version: "1")
    let counters = Counter.several(handlers)
    try bus.register(counters, policy: Policy(timeout: .seconds(10), durability: .atLeastOnce))
    try await bus.launch()
    let elapsed = try await ContinuousClock().measure {
      for number in 0..<events { bus.post(Tick(number: number)) }
      try await bus.idle()
    }
    await bus.shutdown()
    try await counters.check(events, of: self)
    return elapsed / .nanoseconds(handlers * events)
  }
}
