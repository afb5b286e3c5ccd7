import Lifebus

/// `publish`, and `settled` of its receipt.
struct SettledPublish: Contender {
  let name = "publish and settle"
  private let events = 2_000

  func measure() async throws -> Double {
    let bus = LifecycleBus()
    let counters = Counter.several(8)
    try bus.register(counters, policy: Policy(timeout: .seconds(10)))
    try await bus.launch()
    let elapsed = try await ContinuousClock().measure {
      for number in 0..<events { try await bus.publish(Tick(number: number)).settled() }
    }
    try await counters.check(events, of: self)
    return elapsed / .nanoseconds(events)
  }
}
