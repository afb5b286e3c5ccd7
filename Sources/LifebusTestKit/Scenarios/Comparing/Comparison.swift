internal import Lifebus
internal import LifebusJSON

/// Compares what was seen with what is expected.
struct Comparison {
  private(set) var differences: [Difference] = []
  private let expected: Expectation
  private let record: Record

  /// Compares; without an observer only what the handlers themselves saw.
  init(_ scenario: Scenario, _ record: Record, phase: Phase, isObserved: Bool) {
    expected = scenario.expected
    self.record = record
    compareCalls(scenario.handlers.map(\.name))
    compareTraces()
    compareOrder()
    if let expected = expected.phase, expected != phase {
      differ("phase", .string(expected.rawValue), .string(phase.rawValue))
    }
    guard isObserved else { return }
    compareOutcomes()
    comparePhases()
    compareReports()
  }

  private mutating func differ(_ key: String, _ expected: JSONValue, _ got: JSONValue, handler: String? = nil) {
    differences.append(Difference(key, expected, got, handler: handler))
  }

  /// Compares numbers, where what is not named is 0.
  private mutating func compare(
    _ key: String, _ expected: [String: Int], _ got: [String: Int], about handler: (_ word: String) -> String?
  ) {
    for word in Set(expected.keys).union(got.keys).sorted() {
      let (expected, got) = (expected[word, default: 0], got[word, default: 0])
      if expected != got { differ("\(key).\(word)", .count(expected), .count(got), handler: handler(word)) }
    }
  }

  // MARK: Calls

  private mutating func compareCalls(_ handlers: [String]) {
    let (deliveries, attempts) = (record.deliveries, record.attempts)
    for handler in handlers {
      let expectedDeliveries = expected.deliveries[handler] ?? [:]
      compare("deliveries.\(handler)", expectedDeliveries, deliveries[handler] ?? [:]) { _ in handler }
      let expectedAttempts = expectedDeliveries.merging(expected.attempts[handler] ?? [:]) { $1 }
      compare("attempts.\(handler)", expectedAttempts, attempts[handler] ?? [:]) { _ in handler }
    }
  }

  private mutating func compareTraces() {
    for (handler, trace) in expected.trace.sorted(by: { $0.key < $1.key }) {
      let got = record.trace(of: handler)
      if got != trace { differ("trace.\(handler)", .texts(trace), .texts(got), handler: handler) }
    }
  }

  private mutating func compareOrder() {
    for (index, pair) in expected.order.enumerated() {
      let (first, second) = (record.place(of: pair.first), record.place(of: pair.second))
      if let first, let second, first < second { continue }
      let got = [(pair.first, first), (pair.second, second)].map { "\($0.text)\($1 == nil ? " did not happen" : " happened")" }
      let words = first != nil && second != nil ? ["\(pair.second.text) came first"] : got
      differ("order[\(index)]", .texts([pair.first.text, pair.second.text]), .texts(words), handler: pair.first.handler)
    }
    for (index, reference) in expected.never.enumerated() where record.place(of: reference) != nil {
      differ("never[\(index)]", .string("never \(reference.text)"), .string("it happened"), handler: reference.handler)
    }
  }

  // MARK: What the bus tells

  private mutating func compareOutcomes() {
    for (handler, outcomes) in expected.outcomes.sorted(by: { $0.key < $1.key }) {
      compare("outcomes.\(handler)", outcomes, record.outcomes[handler] ?? [:]) { _ in handler }
    }
  }

  private mutating func comparePhases() {
    if let entries = expected.entries, entries != record.entries { differ("entries", .count(entries), .count(record.entries)) }
    if let exits = expected.exits, exits != record.exits { differ("exits", .count(exits), .count(record.exits)) }
    if let phases = expected.phases, phases != record.phases { differ("phases", .texts(phases), .texts(record.phases)) }
  }

  private mutating func compareReports() {
    guard let reports = expected.reports else { return }
    compare("reports", reports.plain, record.reports.plain) { _ in nil }
    for word in ReportCounts.handlerWords.sorted() {
      compare("reports.\(word)", reports.handlers[word] ?? [:], record.reports.handlers[word] ?? [:]) { $0 }
    }
  }
}
