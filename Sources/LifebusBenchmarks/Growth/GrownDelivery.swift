import Lifebus

/// A bus with eight handlers and one publisher, or one that has grown.
actor GrownDelivery: Contender {
  nonisolated let name: String
  private let growth: Growth?
  /// Made once, because what is before the events takes its time.
  private var bus = LifecycleBus()
  private var counters: [SourceCounter] = []
  private var reading: Task<Void, Never>?
  private var posted = 0

  init(_ growth: Growth?) {
    self.growth = growth
    name = growth?.rawValue ?? "8 handlers"
  }

  func prepare() async throws {
    counters = (0..<(growth?.handlerCount ?? 8)).map(SourceCounter.init)
    for counter in counters {
      try bus.register(counter) { on in on(Tick.self) { counter, delivery in counter.take(delivery.event.number) } }
    }
    if growth == .readers {
      reading = Task.detached { [activity = bus.activity] in for await _ in activity {} }
    }
    try await bus.launch()
    let before = growth?.eventsBefore ?? 0
    for _ in stride(from: 0, to: before, by: 50_000) { try await post(50_000) }
  }

  /// Nanoseconds for one delivery.
  func measure() async throws -> Double {
    let events = 200_000 / counters.count
    let elapsed = try await ContinuousClock().measure { try await post(events) }
    for counter in counters {
      guard await counter.count == posted, await counter.isInOrder else { throw Lost(by: self) }
    }
    return elapsed / .nanoseconds(events * counters.count)
  }

  func finish() async {
    reading?.cancel()
    await bus.shutdown()
  }

  /// Has each publisher post its part, and waits until all of it is delivered.
  private func post(_ events: Int) async throws {
    let publishers = growth?.publisherCount ?? 1
    let (bus, first) = (bus, posted)
    posted += events
    await withTaskGroup { group in
      for source in 0..<publishers {
        group.addTask {
          for number in stride(from: first + source, to: first + events, by: publishers) { bus.post(Tick(number: number)) }
        }
      }
    }
    try await bus.idle()
  }
}

/// A handler that checks for each of eight publishers that its events come in order.
actor SourceCounter: LifecycleHandler {
  nonisolated let id: HandlerID
  private(set) var count = 0
  private(set) var isInOrder = true
  private var last = Array(repeating: -1, count: 8)

  init(_ index: Int) { id = HandlerID("counter-\(index)") }

  func take(_ number: Int) {
    let source = number % last.count
    if number <= last[source] { isInOrder = false }
    last[source] = number
    count += 1
  }
}
