internal import Lifebus

/// A clause of a recorded handler.
struct RecordedClause: Equatable, Sendable {
  let kind: String
  var filter = ClauseFilter()
  var once = Once.everyTime
  var keep = Keep.every
  var origin = Origin.anyProcess

  /// True for what no scenario's durable handler has.
  var isOncePerProcess: Bool { [.perProcess, .perSession, .perScope].contains(once) }

  func matches(_ event: RecordedEvent) -> Bool { kind == event.kind && filter.matches(event) }
}

/// The clauses that explain what a handler was given.
struct ClauseDerivation: Equatable, Sendable {
  private(set) var clauses: [RecordedClause] = []
  /// The kinds for which no filter of a scenario says what the handler's own filter lets through.
  private(set) var unexplained: Set<String> = []
  private var taken: Set<Int> = []

  /// Derives clauses.
  ///
  /// - Parameters:
  ///   - plan: The handler's clauses as far as they can be read.
  ///   - events: The events that were published while it was registered.
  ///   - wanted: The sequence numbers of those that it was given.
  init(_ plan: [HandlerPlan.Clause], events: [RecordedEvent], wanted: Set<Int>) {
    var kinds: [String] = []
    for event in events where wanted.contains(event.sequence) && !kinds.contains(event.kind) { kinds.append(event.kind) }
    for clause in plan {
      for kind in clause.kind.map({ [$0] }) ?? kinds { add(clause, kind, events, wanted) }
    }
    refuseSecondOnces()
    clauses.removeAll { [unexplained] in unexplained.contains($0.kind) }
  }

  private mutating func add(_ clause: HandlerPlan.Clause, _ kind: String, _ events: [RecordedEvent], _ wanted: Set<Int>) {
    let base = ClauseFilter(scope: clause.scope)
    let pool = events.filter { $0.kind == kind && base.matches($0) && !taken.contains($0.sequence) }
    let given = pool.filter { wanted.contains($0.sequence) }
    if clause.hasFilter {
      taken.formUnion(given.map(\.sequence))
      let others = pool.filter { !wanted.contains($0.sequence) }
      for filter in filters(base, given, others, clause, kind) { append(clause, kind, filter) }
    } else {
      taken.formUnion(pool.map(\.sequence))
      append(clause, kind, base)
    }
  }

  private mutating func filters(
    _ base: ClauseFilter, _ given: [RecordedEvent], _ others: [RecordedEvent], _ clause: HandlerPlan.Clause, _ kind: String
  ) -> [ClauseFilter] {
    guard !given.isEmpty else { return [] }
    if let filter = base.narrowed(to: given, butNot: others) { return [filter] }
    // What a clause keeps, and what it does once, belongs to it as a whole.
    if clause.once == .everyTime, clause.keep == .every, let filters = base.split(over: given, butNot: others) {
      return filters
    }
    unexplained.insert(kind)
    return []
  }

  private mutating func append(_ clause: HandlerPlan.Clause, _ kind: String, _ filter: ClauseFilter) {
    clauses.append(RecordedClause(kind: kind, filter: filter, once: clause.once, keep: clause.keep, origin: clause.origin))
  }

  /// A scenario's handler has one once-only clause of a kind.
  private mutating func refuseSecondOnces() {
    var kinds: Set<String> = []
    for clause in clauses where clause.once != .everyTime && !kinds.insert(clause.kind).inserted {
      unexplained.insert(clause.kind)
    }
  }
}
