/// One unbounded stream and one task for each handler.
struct AsyncStreamPeer: Contender {
  let name = "an AsyncStream per actor"
  private let events = 5_000

  func measure() async throws -> Double {
    let counters = Counter.several(8)
    let streams = counters.map { _ in AsyncStream.makeStream(of: Tick.self) }
    let tasks = zip(counters, streams).map { counter, stream in
      Task.detached { for await tick in stream.stream { await counter.take(tick.number) } }
    }
    let elapsed = await ContinuousClock().measure {
      for number in 0..<events {
        for stream in streams { stream.continuation.yield(Tick(number: number)) }
      }
      for stream in streams { stream.continuation.finish() }
      for task in tasks { await task.value }
    }
    try await counters.check(events, of: self)
    return elapsed / .nanoseconds(events)
  }
}
