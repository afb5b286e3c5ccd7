/// A group of child tasks, one for each actor, awaited for each event.
struct TaskGroupPeer: Contender {
  let name = "a task group that awaits the 8 actors"
  private let events = 2_000

  func measure() async throws -> Double {
    let counters = Counter.several(8)
    let elapsed = await ContinuousClock().measure {
      for number in 0..<events {
        await withTaskGroup { group in
          for counter in counters { group.addTask { await counter.take(number) } }
        }
      }
    }
    try await counters.check(events, of: self)
    return elapsed / .nanoseconds(events)
  }
}
