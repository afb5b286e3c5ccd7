/// A scenario that was played: what was delivered, and what differs from what is expected.
public struct Playback: Sendable {
  /// The scenario's name.
  public let scenario: String
  /// For each handler the events for which it was called, by kind.
  public let deliveries: [String: [String: Int]]
  /// What was not as expected.
  public let differences: [Difference]
  /// All that happened, in order: lines, calls, outcomes, verdicts, phases.
  public let timeline: [PlayedMoment]
  /// What was seen, for checks of their own.
  let record: Record

  init(_ scenario: Scenario, _ record: Record, differences: [Difference]) {
    self.scenario = scenario.name
    self.differences = differences
    self.record = record
    timeline = record.timeline
    let counted = record.deliveries
    deliveries = Dictionary(uniqueKeysWithValues: scenario.handlers.map { ($0.name, counted[$0.name] ?? [:]) })
  }
}

extension Record {
  /// Events for which a handler was called: each has one first attempt.
  var deliveries: Expectation.Counts { count(calls.filter { $0.attempt == 1 }) }

  var attempts: Expectation.Counts { count(calls) }

  private func count(_ calls: [PlayedCall]) -> Expectation.Counts {
    calls.reduce(into: [:]) { counts, call in counts[call.handler, default: [:]][call.kind, default: 0] += 1 }
  }

  /// The begins of a handler's calls, as a scenario's `trace` writes them.
  func trace(of handler: String) -> [String] {
    calls.filter { $0.handler == handler }.map { "\($0.time) \($0.line)" }
  }

  /// The place of what is named, among all begins, ends and stops; nil if it did not happen.
  func place(of reference: TraceReference) -> Int? {
    guard reference.moment != .stop else {
      let places = stops.filter { $0.handler == reference.handler }
      return reference.number <= places.count ? places[reference.number - 1].place : nil
    }
    let fitting = calls.filter { $0.handler == reference.handler && reference.matches(call: $0.text, kind: $0.kind) }
    guard reference.number <= fitting.count else { return nil }
    let call = fitting[reference.number - 1]
    return reference.moment == .begin ? call.begin : call.end
  }
}
