import Synchronization
import Testing

@testable import LifebusBenchmarks

@Suite struct MeasuringTests {
  @Test func `product and peer are measured in turn, and the first round does not count`() async throws {
    let order = Order()
    let row = Row("P1", "a task", Scripted("product", [9, 1, 2, 4], order), against: Scripted("peer", [9, 10, 10, 10], order))
    let measurement = try await row.measure(rounds: 3)
    #expect(order.names == ["product", "peer", "product", "peer", "product", "peer", "product", "peer"])
    #expect(measurement.product == [1, 2, 4])
    #expect(measurement.ratios == [10, 5, 2.5])
    #expect(measurement.ratio == 5)
  }

  @Test func `a goal that is a most is about how many times the peer's figure the product's is`() {
    let row = Row("P4", "a post", goal: .atMost(1.5), Scripted("64", []), against: Scripted("1", []))
    #expect(Measurement(row: row, product: [3], peer: [2]).ratio == 1.5)
  }

  @Test func `without a peer the goal is about the product's figure`() {
    let row = Row("P3", "a post", goal: .atMost(150), Scripted("1", []))
    #expect(Measurement(row: row, product: [100, 140, 120], peer: nil).ratio == 120)
  }

  @Test func `a goal says what is reached, and what comes then`() {
    let goal = Goal.atLeast(8, then: 13)
    #expect(goal.holds(8) && !goal.holds(7.9))
    #expect(goal.goesOn(13) == true && goal.goesOn(12.9) == false)
    #expect(Goal.atMost(1.5).holds(1.5) && !Goal.atMost(1.5).holds(1.6))
    #expect(Goal.atMost(1.5).goesOn(1) == nil)
  }

  @Test func `whoever got ready is finished, also when a contender has no figure`() async {
    let order = Order()
    let row = Row("P1", "a task", Scripted("product", [], order), against: Scripted("peer", [], order))
    await #expect(throws: Lost.self) { try await row.measure(rounds: 1) }
    #expect(order.finished == ["product", "peer"])
  }

  @Test func `a run that lost, doubled or disordered an event is refused`() throws {
    for numbers in [[0, 1], [0, 1, 1], [0, 2, 1]] {
      var tally = Tally()
      for number in numbers { tally.take(number) }
      #expect(throws: Lost.self) { try [tally].check(3, of: Scripted("bus", [])) }
    }
  }
}

/// A contender whose figures are given; it has lost something when none is left.
private final class Scripted: Contender {
  let name: String
  private let figures: Mutex<[Double]>
  private let order: Order

  init(_ name: String, _ figures: [Double], _ order: Order = Order()) {
    self.name = name
    self.figures = Mutex(figures)
    self.order = order
  }

  func measure() async throws -> Double {
    order.note(name)
    guard let figure = figures.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { throw Lost(by: self) }
    return figure
  }

  func finish() async { order.noteEnd(name) }
}

/// Who was called, in order.
private final class Order: Sendable {
  private let calls = Mutex<(names: [String], finished: [String])>(([], []))

  var names: [String] { calls.withLock { $0.names } }
  var finished: [String] { calls.withLock { $0.finished } }
  func note(_ name: String) { calls.withLock { $0.names.append(name) } }
  func noteEnd(_ name: String) { calls.withLock { $0.finished.append(name) } }
}
