internal import Lifebus

/// How long whoever posts many events waits for handlers that are behind.
///
/// A handler that is behind and goes on is waited for, so that its backlog never reaches the limit at which deliveries are
/// dropped. One that ends nothing for a while is not, until it ends something: it holds nobody else up.
struct Patience: Sendable {
  /// Deliveries that may wait for a handler (10 000).
  let limit: Int
  /// How long a handler may end nothing (10 seconds).
  let time: Duration

  /// Wakes whoever waits, when a handler may have less before it.
  fileprivate(set) var steps: AsyncStream<Void>.Continuation?
  /// Handlers that have ended something since the waiting began.
  private var hasEnded: Set<HandlerID> = []
  private var givenUp: Set<HandlerID> = []

  init(limit: Int = 10_000, time: Duration = .seconds(10)) {
    self.limit = limit
    self.time = time
  }

  mutating func note(_ activity: Activity) {
    switch activity.kind {
    case .ended:
      guard let handler = activity.handler, steps != nil || !givenUp.isEmpty else { return }
      hasEnded.insert(handler)
      givenUp.remove(handler)
      steps?.yield()
    case .held, .stuck, .unregistered, .shuttingDown: steps?.yield()
    default: break
    }
  }

  fileprivate mutating func begin(_ steps: AsyncStream<Void>.Continuation) {
    self.steps = steps
    hasEnded = []
  }

  fileprivate mutating func end(_ bus: LifecycleBus) {
    steps = nil
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
      patience.begin(continuation)
      // What happened before the line above woke nobody.
      continuation.yield()
      let limit = Task { [time = patience.time] in
        try await Task.sleep(for: time)
        continuation.finish()
      }
      for await _ in steps where patience.crowded(bus).isEmpty { break }
      limit.cancel()
      patience.end(bus)
    }
  }
}
