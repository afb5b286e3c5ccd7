internal import Lifebus
internal import LifebusHandlerText
internal import LifebusJSON

/// What a scenario expects: section 5 of the format.
struct Expectation: Sendable {
  /// By handler, then by kind or word.
  typealias Counts = [String: [String: Int]]

  var deliveries: Counts = [:]
  var attempts: Counts = [:]
  var outcomes: Counts = [:]
  var entries: Int?
  var exits: Int?
  var phases: [String]?
  var phase: Phase?
  var trace: [String: [String]] = [:]
  var order: [(first: TraceReference, second: TraceReference)] = []
  var never: [TraceReference] = []
  var reports: ReportCounts?

  static let outcomeWords: Set<String> = [
    "done", "failed", "timedOut", "dead", "duplicate", "interrupted", "collapsed", "dropped", "ended", "leftover", "expired",
    "identityChanged", "running", "held",
  ]

  init(_ value: JSONValue, line: Int, handlers: Set<String>) throws(FieldError) {
    let fields = try Fields(
      value, line: line, path: "expect",
      known: [
        "deliveries", "attempts", "outcomes", "entries", "exits", "phases", "phase", "trace", "order", "never", "reports",
      ])
    let reader = ExpectationReader(fields: fields, handlers: handlers)
    _ = try fields.required("deliveries")
    deliveries = try reader.counts("deliveries") { EventKind($0) != nil }
    attempts = try reader.counts("attempts") { EventKind($0) != nil }
    outcomes = try reader.counts("outcomes") { Self.outcomeWords.contains($0) }
    entries = try fields.integerIfPresent("entries")
    exits = try fields.integerIfPresent("exits")
    phases = try reader.phases()
    phase = try fields.wordIfPresent("phase", of: Phase.self)
    trace = try reader.traces()
    order = try reader.order()
    never = try reader.never()
    reports = try reader.reports()
  }
}

/// Numbers of what the bus reported.
struct ReportCounts: Sendable, Equatable {
  /// Reports about events.
  static let plainWords: Set<String> = ["duplicateLaunch", "duplicateId", "droppedDisappear", "refused", "closed", "unhandled"]
  /// Reports about handlers.
  static let handlerWords: Set<String> = ["replaced", "dropped", "stuck", "late", "quarantined", "wouldDeadlock", "leftover"]

  var plain: [String: Int] = [:]
  /// By word, then by handler.
  var handlers: [String: [String: Int]] = [:]

  mutating func count(_ word: String) { plain[word, default: 0] += 1 }

  mutating func count(_ word: String, of handler: String) { handlers[word, default: [:]][handler, default: 0] += 1 }
}
