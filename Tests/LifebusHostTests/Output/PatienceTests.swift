import Foundation
import Lifebus
import LifebusSystem
import Testing

@testable import LifebusHost

/// A handler whose calls end when the test says so.
private actor Slow: LifecycleHandler {
  nonisolated let id: HandlerID = "slow"
  let turns: AsyncStream<Void>

  init(_ turns: AsyncStream<Void>) {
    self.turns = turns
  }

  func takeTurn() async {
    for await _ in turns { return }
  }
}

@Suite struct PatienceTests {
  private let bus = LifecycleBus()
  private let turns: AsyncStream<Void>.Continuation

  init() throws {
    let (turns, continuation) = AsyncStream<Void>.makeStream()
    self.turns = continuation
    try bus.register(Slow(turns)) { on in
      on(Appear.self) { slow, _ in await slow.takeTurn() }
    }
  }

  private func printer(_ patience: Patience) throws -> Printer {
    Printer(
      to: try .open(writing: "/dev/null"), as: JSONLines(clock: WallClock(start: .now)), patience: patience)
  }

  private func postMany() {
    bus.post(Launch())
    for _ in 0..<20 { bus.post(Appear("home")) }
  }

  @Test func `a handler that goes on is waited for`() async throws {
    let printer = try printer(Patience(limit: 5, time: .seconds(3_600)))
    let printing = printer.start(bus.activity)
    postMany()
    for _ in 0..<20 { turns.yield() }
    await printer.catchUp(with: bus)
    #expect(bus.snapshot().handlers.allSatisfy { $0.waiting <= 5 })
    await bus.shutdown()
    await printing.value
  }

  @Test func `a handler that ends nothing is not waited for, until it ends something`() async throws {
    let printer = try printer(Patience(limit: 5, time: .milliseconds(1)))
    let printing = printer.start(bus.activity)
    postMany()
    await printer.catchUp(with: bus)
    #expect(bus.snapshot().handlers.contains { $0.waiting > 5 })
    turns.finish()
    await bus.shutdown(grace: .seconds(60))
    await printing.value
  }

  @Test func `whoever is cancelled waits no more`() async throws {
    let printer = try printer(Patience(limit: 5, time: .seconds(3_600)))
    let printing = printer.start(bus.activity)
    postMany()
    let waiting = Task { await printer.catchUp(with: bus) }
    waiting.cancel()
    await waiting.value
    await bus.shutdown(grace: .zero)
    await printing.value
  }
}
