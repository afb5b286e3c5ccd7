import Lifebus

/// Eight handlers whose bodies really suspend, once for each event.
struct SuspendingDelivery: Contender {
  let name = "bodies that suspend"
  private let events = 5_000

  func measure() async throws -> Double {
    let (bus, counters) = (LifecycleBus(), Counter.several(8))
    for counter in counters {
      try bus.register(counter) { on in
        on(Tick.self) { counter, delivery in
          await Task.yield()
          counter.take(delivery.event.number)
        }
      }
    }
    try await bus.launch()
    let elapsed = try await ContinuousClock().measure {
      for number in 0..<events { bus.post(Tick(number: number)) }
      try await bus.idle()
    }
    try await counters.check(events, of: self)
    return elapsed / .nanoseconds(events)
  }
}

/// The same without a bus: a task for each of eight actors, which suspends as often.
struct SuspendingPeer: Contender {
  let name = "a task for each actor, which suspends as often"
  private let events = 5_000

  func measure() async throws -> Double {
    let counters = Counter.several(8)
    let elapsed = await ContinuousClock().measure {
      await withTaskGroup { group in
        for counter in counters {
          group.addTask {
            for number in 0..<events {
              await Task.yield()
              await counter.take(number)
            }
          }
        }
      }
    }
    try await counters.check(events, of: self)
    return elapsed / .nanoseconds(events)
  }
}
