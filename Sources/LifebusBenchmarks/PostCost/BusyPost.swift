import Lifebus

/// A `post` while every handler has work: a first event keeps each of them in its call until the posts are made.
struct BusyPost: Contender {
  let handlers: Int
  private let events = 20_000

  init(handlers: Int) { self.handlers = handlers }

  var name: String { "\(handlers) busy" }

  func measure() async throws -> Double {
    let bus = LifecycleBus()
    let held = Held()
    let counters = Counter.several(handlers)
    for counter in counters {
      try bus.register(counter) { on in
        on(Launch.self) { _, _ in await held.wait() }
        on(Tick.self) { counter, delivery in counter.take(delivery.event.number) }
      }
    }
    bus.post(Launch())
    let elapsed = ContinuousClock().measure {
      for number in 0..<events { bus.post(Tick(number: number)) }
    }
    await held.open()
    try await bus.idle()
    try await counters.check(events, of: self)
    return elapsed / .nanoseconds(events)
  }
}
