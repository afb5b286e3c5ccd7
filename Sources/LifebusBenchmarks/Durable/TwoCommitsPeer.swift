/// The naive way: an event is committed, and then the start and the end of each delivery, each awaited.
struct TwoCommitsPeer: Contender {
  let name = "two awaited commits for each delivery"
  private let handlers: Int
  private let events: Int
  private let workplace: Workplace

  init(handlers: Int, events: Int, in workplace: Workplace) {
    (self.handlers, self.events, self.workplace) = (handlers, events, workplace)
  }

  func measure() async throws -> Double {
    let folder = workplace.newPath("commits")
    defer { workplace.remove(folder) }
    let commits = try Commits(in: folder)
    let counters = Counter.several(handlers)
    let elapsed = try await ContinuousClock().measure {
      for number in 0..<events { try await commits.accept(number, for: handlers) }
      try await withThrowingTaskGroup { group in
        for (index, counter) in counters.enumerated() {
          group.addTask { try await deliver(to: counter, index, commits) }
        }
        try await group.waitForAll()
      }
    }
    try await counters.check(events, of: self)
    return elapsed / .nanoseconds(handlers * events)
  }

  private func deliver(to counter: Counter, _ handler: Int, _ commits: Commits) async throws {
    for number in 0..<events {
      try await commits.begin(number, handler)
      await counter.take(number)
      try await commits.end(number, handler)
    }
  }
}
