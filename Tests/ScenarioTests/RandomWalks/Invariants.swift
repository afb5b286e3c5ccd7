@testable import Lifebus
@testable import LifebusTestKit

/// What must be so in every play, computed from the input.
struct Invariants {
  let scenario: Scenario
  let implied: Implied
  let trace: Trace
  /// By handler, event and the line of a replay.
  private var places: [Key: Int] = [:]
  /// By sequence number: the events that had it, in the order of their processes.
  private var numbered: [Int: [Int]] = [:]
  /// By delivery: its calls, in order, and its outcomes.
  var calls: [Int: [PlayedCall]] = [:]
  var outcomes: [Int: [PlayedOutcome]] = [:]
  private(set) var violations: [String] = []

  private struct Key: Hashable {
    let handler: Int
    let event: Int
    let replayedAt: Int?
  }

  /// Returns what is not as it must be.
  static func violations(in trace: Trace, of scenario: Scenario) -> [String] {
    var invariants = Invariants(scenario, trace)
    invariants.checkLog()
    // Where the log is another, nothing else can be told.
    guard invariants.violations.isEmpty else { return invariants.violations }
    invariants.locate()
    invariants.checkCalls()
    invariants.checkOnce()
    invariants.checkOutcomes()
    invariants.checkNothingIsLost()
    invariants.checkBarriers()
    invariants.checkTimes()
    return invariants.violations
  }

  private init(_ scenario: Scenario, _ trace: Trace) {
    self.scenario = scenario
    self.trace = trace
    implied = InputFold.fold(scenario, seen: trace.events)
    for (index, delivery) in implied.deliveries.enumerated() {
      places[Key(handler: delivery.handler, event: delivery.event, replayedAt: delivery.replayedAt)] = index
    }
  }

  mutating func fail(_ text: String) { violations.append(text) }

  // MARK: The log

  private mutating func checkLog() {
    let wanted = implied.events.map { "process \($0.process): \($0.text)" }
    let got = trace.events.map { "process \($0.process): \($0.text)" }
    if wanted != got { fail("the log has \(got), and must have \(wanted)") }
    for (one, next) in zip(trace.events, trace.events.dropFirst()) where one.process == next.process {
      if one.sequence >= next.sequence { fail("\(next.text) has the number \(next.sequence), after \(one.sequence)") }
    }
    let phases = (implied.phases, implied.entries, implied.exits)
    let seen = (trace.phases, trace.entries, trace.exits)
    if phases != seen { fail("phases, entries and exits are \(seen), and must be \(phases)") }
    for word in ReportCounts.plainWords.sorted() {
      let (implied, seen) = (implied.counts[word] ?? 0, trace.counts[word] ?? 0)
      if implied != seen { fail("\(seen) events are reported \(word), and \(implied) must be") }
    }
  }

  // MARK: Deliveries

  private mutating func locate() {
    for (index, event) in trace.events.enumerated() { numbered[event.sequence, default: []].append(index) }
    for call in trace.calls {
      let place = place(
        call.handler, call.sequence, call.process, replayedBy: call.isReplayed ? call.appliedLine : nil)
      guard let place, implied.deliveries[place].clause == call.clause, text(of: place) == call.text else {
        fail("\(call.handler) is called at \(call.time) for \(call.line), number \(call.sequence), which it must not be given")
        continue
      }
      calls[place, default: []].append(call)
    }
    for outcome in trace.outcomes {
      let place = place(
        outcome.handler, outcome.sequence, outcome.process, replayedBy: outcome.isReplayed ? outcome.appliedLine : nil)
      guard let place else {
        fail("\(outcome.handler) has \(outcome.word) for number \(outcome.sequence), which it must not be given")
        continue
      }
      outcomes[place, default: []].append(outcome)
    }
  }

  private func place(_ handler: String, _ sequence: Int, _ process: Int, replayedBy line: Int?) -> Int? {
    let event = numbered[sequence]?.last { implied.events[$0].process <= process }
    guard let event, let handler = scenario.handlers.firstIndex(where: { $0.name == handler }) else { return nil }
    return places[Key(handler: handler, event: event, replayedAt: line.flatMap { arrival(of: handler, by: $0) })]
  }

  func text(of delivery: Int) -> String { implied.events[implied.deliveries[delivery].event].text }

  func handler(of delivery: Int) -> ScenarioHandler { scenario.handlers[implied.deliveries[delivery].handler] }

  /// The process in which a delivery came up.
  func process(of delivery: Int) -> Int { implied.events[implied.deliveries[delivery].event].process }

  /// The line by which a handler has come late that is there after another line.
  func arrival(of handler: Int, by line: Int) -> Int? { implied.arrivals[handler]?.last { $0 <= line } }

  func name(_ delivery: Int) -> String { "\(handler(of: delivery).name)'s \(text(of: delivery))" }
}
