import Lifebus
import Testing

@Suite struct LoadTests {
  @Test func `8 publishers × 10 000 events × 8 handlers with awaits inside: no inversion, no overlap, nothing lost (H2)`()
    async throws
  {
    let bus = LifecycleBus()
    let handlers = (0..<8).map { Checker(HandlerID("h\($0)")) }
    for handler in handlers {
      try bus.register(handler) { on in
        on(Numbered.self) { checker, delivery in try await checker.check(delivery) }
      }
    }
    bus.post(Launch())
    await withTaskGroup(of: Void.self) { group in
      for publisher in 0..<8 {
        group.addTask { for number in 0..<10_000 { bus.post(Numbered(publisher: publisher, number: number)) } }
      }
    }
    try await bus.idle()
    for handler in handlers {
      #expect(await handler.count == 80_000)
      #expect(await handler.faults == [])
    }
  }

  @Test func `A post that comes while a handler is about to rest is delivered`() async throws {
    let bus = LifecycleBus()
    let checker = Checker("h")
    try bus.register(checker) { on in
      on(Numbered.self) { checker, delivery in try checker.take(delivery) }
    }
    bus.post(Launch())
    for number in 0..<20_000 {
      let receipt = bus.post(Numbered(publisher: 0, number: number))
      #expect(try await receipt.settled() == ["h": .done])
    }
    #expect(await checker.faults == [])
  }

  @Test func `Receipts are right while others publish and observe`() async throws {
    let bus = LifecycleBus()
    let checkers = (0..<4).map { Checker(HandlerID("h\($0)")) }
    for checker in checkers {
      try bus.register(checker) { on in on(Numbered.self) { checker, delivery in try await checker.check(delivery) } }
    }
    bus.post(Launch())
    try await withThrowingTaskGroup(of: Void.self) { group in
      let observer = Task {
        while !Task.isCancelled {
          let activity = bus.activity
          _ = bus.snapshot()
          _ = await activity.next()
        }
      }
      for publisher in 0..<4 {
        group.addTask {
          for number in 0..<500 {
            let outcomes = try await bus.post(Numbered(publisher: publisher, number: number)).settled()
            #expect(outcomes.count == 4 && outcomes.values.allSatisfy { $0 == .done })
          }
        }
      }
      try await group.waitForAll()
      observer.cancel()
      await observer.value
    }
    try await bus.idle()
    for checker in checkers { #expect(await checker.faults == []) }
  }
}

private struct Numbered: LifecycleEvent {
  let publisher: Int
  let number: Int
}

private actor Checker: LifecycleHandler {
  nonisolated let id: HandlerID
  private(set) var count = 0
  private(set) var faults: [String] = []
  private var last: [Int: Int] = [:]
  private var lastSequence = 0
  private var isRunning = false

  init(_ id: HandlerID) {
    self.id = id
  }

  func check(_ delivery: Delivery<Numbered>) async throws {
    if isRunning { faults.append("two calls at once at \(delivery.sequence)") }
    isRunning = true
    if count % 16 == 0 { await Task.yield() }
    try take(delivery)
    isRunning = false
  }

  func take(_ delivery: Delivery<Numbered>) throws {
    if delivery.sequence <= lastSequence { faults.append("\(delivery.sequence) after \(lastSequence)") }
    lastSequence = delivery.sequence
    let expected = last[delivery.event.publisher].map { $0 + 1 } ?? 0
    if delivery.event.number != expected {
      faults.append("\(delivery.event.number) of \(delivery.event.publisher), not \(expected)")
    }
    last[delivery.event.publisher] = delivery.event.number
    count += 1
  }
}
