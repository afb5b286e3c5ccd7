import Lifebus

/// Does a fixed work on one thread, for tools that count what it costs: `.ci/costs` runs it and says what is allowed.
@main
struct Work {
  let kind: Kind
  let handlers: Int
  let events: Int

  enum Kind: String {
    /// All events are posted, then delivered.
    case behind
    /// The same, with bodies that may suspend.
    case suspending
    /// Each event finds the handlers idle.
    case idle
  }

  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 3, let kind = arguments.first.flatMap(Kind.init),
      let handlers = arguments.dropFirst().first.flatMap(Int.init), let events = arguments.last.flatMap(Int.init)
    else { fatalError("usage: LifebusWork behind|suspending|idle HANDLERS EVENTS") }
    try Work(kind: kind, handlers: handlers, events: events).run()
  }

  private func run() throws {
    let executor = WorkExecutor()
    var limits = Limits()
    limits.turn = events
    let bus = LifecycleBus(limits: limits, executor: executor)
    let counters = (0..<handlers).map(Counter.init)
    for counter in counters { try register(counter, on: bus) }
    bus.post(Launch())
    executor.run()
    for number in 0..<events {
      bus.post(Tick(number: number))
      if kind == .idle { executor.run() }
    }
    executor.run()
    for counter in counters { precondition(counter.count == events, "\(counter.id) has got \(counter.count) events") }
  }

  private func register(_ counter: Counter, on bus: LifecycleBus) throws {
    let policy = Policy(timeout: .seconds(10))
    switch kind {
    case .behind, .idle:
      try bus.register(counter, policy: policy) { on in
        on(Tick.self) { counter, delivery in counter.take(delivery.event.number) }
      }
    case .suspending:
      try bus.register(counter, policy: policy) { on in
        on(Tick.self) { counter, delivery in await counter.takeLater(delivery.event.number) }
      }
    }
  }
}

struct Tick: LifecycleEvent {
  let number: Int
}
