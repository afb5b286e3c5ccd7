import Lifebus
import LifebusTestKit
import Testing

@Suite struct SingleFlightTests {
  let test = TestBus()

  @Test func `Concurrent calls for one key are one flight, and the next one flies again`() throws {
    let (flights, clock) = (SingleFlight<String, Int>(executor: test.executor), test.clock)
    let first = test.start {
      try await flights.join("a") {
        try await clock.sleep(for: .seconds(1))
        return 1
      }
    }
    let others = (0..<5).map { _ in test.start { try await flights.join("a") { 99 } } }
    #expect(try test.run { try await flights.join("b") { 7 } } == 7)
    test.advance(by: .seconds(1))
    #expect(try first.value?.get() == 1)
    #expect(try others.map { try $0.value?.get() } == [1, 1, 1, 1, 1])
    #expect(try test.run { try await flights.join("a") { 2 } } == 2)
  }

  @Test func `A caller that is cancelled cuts the flight off for nobody else`() throws {
    let (flights, clock) = (SingleFlight<String, Int>(executor: test.executor), test.clock)
    let first = test.start {
      try await flights.join("a") {
        try await clock.sleep(for: .seconds(1))
        return 1
      }
    }
    let second = test.start { try await flights.join("a") { 99 } }
    first.cancel()
    test.advance(by: .seconds(1))
    #expect(throws: CancellationError.self) { try first.value?.get() }
    #expect(try second.value?.get() == 1)
  }

  @Test func `A flight that throws throws for all who joined, and is not remembered`() throws {
    let flights = SingleFlight<Int, Int>(executor: test.executor)
    #expect(throws: NoLanding.self) { try test.run { try await flights.join(1) { throw NoLanding() } } }
    #expect(try test.run { try await flights.join(1) { 1 } } == 1)
  }
}

private struct NoLanding: Error {}
