/// Closures called one after another on the poster's thread, without any isolation: the floor.
struct ClosurePeer: Contender {
  let name = "8 closure calls in a row"
  private let events = 20_000

  func measure() async throws -> Double {
    var tallies = Array(repeating: Tally(), count: 8)
    let handlers: [(inout Tally, Tick) -> Void] = (0..<8).map { _ in { tally, tick in tally.take(tick.number) } }
    let elapsed = ContinuousClock().measure {
      for number in 0..<events {
        for index in handlers.indices { handlers[index](&tallies[index], Tick(number: number)) }
      }
    }
    try tallies.check(events, of: self)
    return elapsed / .nanoseconds(events)
  }
}

/// The actors' methods awaited one after another.
struct AwaitedCallsPeer: Contender {
  let name = "8 awaited actor calls in a row"
  private let events = 20_000

  func measure() async throws -> Double {
    let counters = Counter.several(8)
    let elapsed = await ContinuousClock().measure {
      for number in 0..<events {
        for counter in counters { await counter.take(number) }
      }
    }
    try await counters.check(events, of: self)
    return elapsed / .nanoseconds(events)
  }
}
