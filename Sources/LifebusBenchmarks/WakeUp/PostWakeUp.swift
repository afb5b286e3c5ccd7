import Lifebus

/// A `post` that one idle handler waits for.
struct PostWakeUp: Contender {
  let name = "post"

  func measure() async throws -> Double {
    let bus = LifecycleBus()
    let rally = Rally()
    try bus.register(Counter(0)) { on in
      on(Tick.self) { _, delivery in rally.take(delivery.event.number) }
    }
    try await bus.launch()
    return try await rally.play(self) { bus.post(Tick(number: $0)) }
  }
}
