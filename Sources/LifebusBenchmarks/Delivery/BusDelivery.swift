import Lifebus

/// The bus, with limits, outcomes, receipts and once checks on as they always are, and a timeout for each handler.
struct BusDelivery: Contender {
  let suspends: Bool
  private let events = 50_000

  init(suspends: Bool) { self.suspends = suspends }

  var name: String { suspends ? "bodies that may suspend" : "bodies without await" }

  func measure() async throws -> Double {
    let bus = LifecycleBus()
    let counters = Counter.several(8)
    let policy = Policy(timeout: .seconds(10))
    if suspends { try registerSuspending(counters, policy, on: bus) } else { try bus.register(counters, policy: policy) }
    try await bus.launch()
    let elapsed = try await ContinuousClock().measure {
      for number in 0..<events { bus.post(Tick(number: number)) }
      try await bus.idle()
    }
    try await counters.check(events, of: self)
    return elapsed / .nanoseconds(events)
  }

  private func registerSuspending(_ counters: [Counter], _ policy: Policy, on bus: LifecycleBus) throws {
    for counter in counters {
      try bus.register(counter, policy: policy) { on in
        on(Tick.self) { counter, delivery in await counter.takeLater(delivery.event.number) }
      }
    }
  }
}
