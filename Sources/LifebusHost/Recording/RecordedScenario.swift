internal import Lifebus
internal import LifebusJSON

/// A chronicle as a scenario that plays with the same deliveries.
struct RecordedScenario: Sendable {
  /// What the host knows of a run beside its chronicle.
  struct Standing: Sendable {
    var phase = Phase.background
    var grace = 0
    /// True if the run began with deliveries of an earlier one.
    var hasHeritage = false
  }

  let name: String
  private(set) var handlers: [RecordedHandler] = []
  /// What the scenario does not have, each a sentence.
  private(set) var gaps: [String] = []
  private let chronicle: Chronicle
  private let standing: Standing
  private let times: VirtualTimes

  init(_ name: String, _ chronicle: Chronicle, _ plans: [HandlerPlan], _ standing: Standing) {
    self.name = name
    self.standing = standing
    var draft = ScenarioDraft(chronicle, plans)
    draft.writeScripts()
    times = VirtualTimes(
      draft.chronicle, groups: draft.groups, policies: draft.policies, concerned: draft.concerned, grace: standing.grace)
    draft.take(times)
    self.chronicle = draft.chronicle
    handlers = draft.handlers
    gaps = draft.gaps
    if standing.hasHeritage { gaps.append("what an earlier run had left is not recorded") }
    if !times.isExact { gaps.append("calls overlapped in a way that fixed durations do not give: the order may differ") }
  }

  /// The file's text.
  var text: String {
    ([header] + lines).map { $0 + "\n" }.joined()
  }

  // MARK: Lines

  private var lines: [String] {
    let names = Set(handlers.map(\.id.rawValue))
    return zip(chronicle.moments, times.at).compactMap { moment, time in
      guard case .line(let line) = moment.what, line.handler.map(names.contains) ?? true else { return nil }
      return line.json(at: time, graceMs: times.shutdownGrace)
    }
  }

  private var header: String {
    var line = JSONLine()
    line.add("scenario", name)
    line.add("about", (["recorded by lifebus-host"] + gaps).joined(separator: "; "))
    line.add("handlers", json: object(handlers) { $0.json })
    let late = handlers.filter { chronicle.joined[$0.id] != nil }
    if !late.isEmpty { line.add("late", json: JSONValue.array(late.map { .string($0.id.rawValue) }).json) }
    line.add("expect", json: expectation)
    return line.text
  }

  private func object(_ handlers: [RecordedHandler], _ json: (RecordedHandler) -> String) -> String {
    "{" + handlers.map { JSONLine.quoted($0.id.rawValue) + ":" + json($0) }.joined(separator: ",") + "}"
  }

  // MARK: What is expected

  private var expectation: String {
    var line = JSONLine()
    line.add("deliveries", json: object(handlers) { numbers(of: $0, chronicle.deliveries(of: $0.id)) })
    let repeated = handlers.filter { $0.isExact && chronicle.attempts(of: $0.id) != chronicle.deliveries(of: $0.id) }
    if !repeated.isEmpty { line.add("attempts", json: object(repeated) { numbers(of: $0, chronicle.attempts(of: $0.id)) }) }
    let told = handlers.filter { $0.isExact && !hasGap($0) }
    line.add("outcomes", json: object(told) { Self.numbers(outcomes(of: $0.id)) })
    line.add("entries", chronicle.entries)
    line.add("exits", chronicle.exits)
    line.add("phases", json: JSONValue.array(chronicle.phases.map { .string($0) }).json)
    line.add("phase", standing.phase.rawValue)
    if handlers.count == told.count { line.add("reports", json: reports) }
    return line.text
  }

  /// True for a handler of which not all kinds are recorded.
  private func hasGap(_ handler: RecordedHandler) -> Bool {
    let kinds = Set(handler.clauses.map(\.kind))
    return !Set(chronicle.deliveries(of: handler.id).keys).isSubset(of: kinds)
  }

  /// Numbers by kind, of the kinds that are recorded.
  private func numbers(of handler: RecordedHandler, _ counts: [String: Int]) -> String {
    Self.numbers(counts.filter { kind, _ in handler.clauses.contains { $0.kind == kind } })
  }

  private static func numbers(_ counts: [String: Int]) -> String {
    JSONLine.object(counts.filter { $0.value > 0 }) { String($0) }
  }

  private func outcomes(of handler: HandlerID) -> [String: Int] {
    var outcomes = chronicle.outcomes[handler] ?? [:]
    guard !chronicle.isShutDown else { return outcomes }
    outcomes["running"] = chronicle.calls.count { $0.handler == handler && $0.ending == .open }
    outcomes["held"] = chronicle.held[handler]
    return outcomes
  }

  private var reports: String {
    var counts = chronicle.reports
    counts["unhandled"] = chronicle.events.count { event in event.isCustom && !handlers.contains { isWanted(event, by: $0) } }
    var members = counts.filter { $0.value > 0 }.mapValues { String($0) }
    for (word, handlers) in chronicle.handlerReports {
      members[word] = Self.numbers(Dictionary(uniqueKeysWithValues: handlers.map { ($0.key.rawValue, $0.value) }))
    }
    return JSONLine.object(members) { $0 }
  }

  private func isWanted(_ event: RecordedEvent, by handler: RecordedHandler) -> Bool {
    handler.clause(for: event) != nil && (chronicle.joined[handler.id] ?? 0) <= event.sequence
  }
}

extension RecordedLine {
  /// The handler or gate that the line names.
  fileprivate var handler: String? {
    switch self {
    case .verdict(let gate, _): gate
    case .register(let handler), .unregister(let handler): handler
    case .event, .shutdown: nil
    }
  }
}
