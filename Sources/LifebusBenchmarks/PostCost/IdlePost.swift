import Lifebus

/// A `post` while no handler has work: each one wakes them all.
struct IdlePost: Contender {
  let handlers: Int
  private let events = 300

  init(handlers: Int) { self.handlers = handlers }

  var name: String { "\(handlers) idle" }

  func measure() async throws -> Double {
    let bus = LifecycleBus()
    let counters = Counter.several(handlers)
    try bus.register(counters)
    try await bus.launch()
    let clock = ContinuousClock()
    var samples: [Double] = []
    for number in 0..<events {
      samples.append(clock.measure { bus.post(Tick(number: number)) } / .nanoseconds(1))
      try await bus.idle()
    }
    try await counters.check(events, of: self)
    return samples.median
  }
}
