internal import Lifebus

/// How long whoever posts many events waits for handlers that are behind.
///
/// A handler that is behind and goes on is waited for, so that its backlog never reaches the limit at which deliveries are
/// dropped. One that ends nothing for a while is not, until it ends something: it holds nobody else up.
struct Patience: Sendable {
  /// Deliveries that may wait for a handler (10 000).
  let limit: Int
  /// How long a handler may end nothing (2 seconds): well below the time after which a client takes the host for stopped.
  let time: Duration

  /// Wakes whoever waits, when a handler may have less before it; there may be several, each with its number.
  private var steps: [Int: AsyncStream<Void>.Continuation] = [:]
  private var lastNumber = 0
  /// Handlers that have ended something since the latest waiting began.
  private var hasEnded: Set<HandlerID> = []
  private var givenUp: Set<HandlerID> = []

  init(limit: Int = 10_000, time: Duration = .seconds(2)) {
    self.limit = limit
    self.time = time
  }

  mutating func note(_ activity: Activity) {
    switch activity.kind {
    case .ended:
      guard let handler = activity.handler, !steps.isEmpty || !givenUp.isEmpty else { return }
      hasEnded.insert(handler)
      givenUp.remove(handler)
      wake()
    case .held, .stuck, .unregistered, .shuttingDown: wake()
    default: break
    }
  }

  private func wake() {
    for step in steps.values { step.yield() }
  }

  /// Lets go of all who wait: nothing more happens.
  func finish() {
    for step in steps.values { step.finish() }
  }

  fileprivate mutating func begin(_ step: AsyncStream<Void>.Continuation) -> Int {
    lastNumber += 1
    steps[lastNumber] = step
    hasEnded = []
    return lastNumber
  }

  fileprivate mutating func end(_ number: Int, _ bus: LifecycleBus) {
    steps[number] = nil
    givenUp.formUnion(crowded(bus).subtracting(hasEnded))
  }

  /// The handlers that are to be waited for: nothing holds them, and too much waits for them.
  fileprivate func crowded(_ bus: LifecycleBus) -> Set<HandlerID> {
    let behind = bus.snapshot().handlers.filter { ($0.state == .running || $0.state == .idle) && $0.waiting > limit }
    return Set(behind.map(\.id)).subtracting(givenUp)
  }
}

extension Printer {
  /// Waits until what has happened so far was read, and for handlers that are too far behind and go on; returns early if the
  /// calling task is cancelled.
  func catchUp(with bus: LifecycleBus) async {
    while !Task.isCancelled, !patience.crowded(bus).isEmpty {
      let (steps, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
      let number = patience.begin(continuation)
      // What happened before the line above woke nobody.
      continuation.yield()
      let limit = Task { [time = patience.time] in
        try await Task.sleep(for: time)
        continuation.finish()
      }
      for await _ in steps where patience.crowded(bus).isEmpty { break }
      limit.cancel()
      patience.end(number, bus)
    }
  }
}
