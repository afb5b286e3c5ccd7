/// A task that is started for each number and goes to an actor: the least that a wake-up costs whoever has isolation.
struct TaskWakeUp: Contender {
  let name = "a task that starts, and calls an actor"

  private actor Receiver {
    private let rally: Rally

    init(_ rally: Rally) { self.rally = rally }

    func take(_ number: Int) { rally.take(number) }
  }

  func measure() async throws -> Double {
    let rally = Rally()
    let receiver = Receiver(rally)
    return try await rally.play(self) { number in Task.detached { await receiver.take(number) } }
  }
}
