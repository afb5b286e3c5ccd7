import Lifebus

extension LifecycleBus {
  /// Registers handlers that take each tick without an `await`.
  func register(_ counters: [Counter], policy: Policy = Policy()) throws {
    for counter in counters {
      try register(counter, policy: policy) { on in
        on(Tick.self) { counter, delivery in counter.take(delivery.event.number) }
      }
    }
  }

  /// Launches, and waits until every handler is idle.
  func launch() async throws {
    post(Launch())
    try await idle()
  }
}
