import Lifebus

/// Seven handlers, and one that makes trouble, or none.
struct Troubled: Contender {
  private let trouble: Trouble?
  private let events = 50_000

  init(_ trouble: Trouble?) { self.trouble = trouble }

  var name: String { trouble.map { "one that \($0.rawValue)" } ?? "7 alone" }

  func measure() async throws -> Double {
    let bus = LifecycleBus()
    let (held, counters) = (Held(), Counter.several(7))
    let countdown = Countdown(counters.count)
    try register(counters, countdown, on: bus)
    try trouble?.register(on: bus, until: held)
    try await bus.launch()
    let elapsed = await ContinuousClock().measure {
      for number in 0..<events { bus.post(Tick(number: number)) }
      await countdown.wait()
    }
    await held.open()
    await bus.shutdown(grace: .zero)
    try await counters.check(events, of: self)
    return elapsed / .nanoseconds(events)
  }

  private func register(_ counters: [Counter], _ countdown: Countdown, on bus: LifecycleBus) throws {
    let last = events - 1
    for counter in counters {
      try bus.register(counter, policy: Policy(timeout: .seconds(10))) { on in
        on(Tick.self) { counter, delivery in
          counter.take(delivery.event.number)
          if delivery.event.number == last { countdown.arrive() }
        }
      }
    }
  }
}
