import Lifebus

/// Nanoseconds of one `post`.
enum PostCost {
  private static let events = 20_000

  /// While every handler has work: a first event keeps each of them in its call until the posts are made.
  static func busy(handlers: Int) async throws -> Double {
    let bus = LifecycleBus()
    let held = Held()
    for index in 0..<handlers {
      try bus.register(Counter(index)) { on in
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
    return elapsed / .nanoseconds(events)
  }

  /// While no handler has work: each post wakes them all.
  static func idle(handlers: Int) async throws -> Double {
    let bus = LifecycleBus()
    for index in 0..<handlers {
      try bus.register(Counter(index)) { on in
        on(Tick.self) { counter, delivery in counter.take(delivery.event.number) }
      }
    }
    bus.post(Launch())
    try await bus.idle()
    let clock = ContinuousClock()
    var samples: [Double] = []
    for number in 0..<300 {
      let start = clock.now
      bus.post(Tick(number: number))
      samples.append(start.duration(to: clock.now) / .nanoseconds(1))
      try await bus.idle()
    }
    return samples.median
  }
}

/// Holds callers until it is opened.
actor Held {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func wait() async {
    guard !isOpen else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
