/// The filters of a scenario's clause; an event must match all that are set.
struct ClauseFilter: Equatable, Sendable {
  /// One thing that a filter can ask for.
  enum Trait: Sendable {
    case scope, scene, cause, from, to, isEntry, isExit, isNoEntry
  }

  var scope: String?
  var scene: String?
  var cause: String?
  var from: String?
  var to: String?
  var isEntry: Bool?
  var isExit: Bool?

  func matches(_ event: RecordedEvent) -> Bool {
    (scope == nil || scope == event.scope) && (scene == nil || scene == event.scene) && (cause == nil || cause == event.cause)
      && (from == nil || from == event.from) && (to == nil || to == event.to)
      && (isEntry ?? event.isEntry) == event.isEntry && (isExit ?? event.isExit) == event.isExit
  }

  /// Asks for what the event has.
  mutating func ask(for trait: Trait, of event: RecordedEvent) {
    switch trait {
    case .scope: scope = event.scope
    case .scene: scene = event.scene
    case .cause: cause = event.cause
    case .from: from = event.from
    case .to: to = event.to
    case .isEntry: isEntry = true
    case .isExit: isExit = true
    case .isNoEntry: isEntry = false
    }
  }
}

// MARK: What a filter in code may have meant

extension ClauseFilter {
  /// The simplest filter that lets these events of one kind through and none of the others; nil if there is none.
  func narrowed(to wanted: [RecordedEvent], butNot others: [RecordedEvent]) -> ClauseFilter? {
    guard let first = wanted.first else { return nil }
    for traits in Self.combinations(first) {
      var filter = self
      for trait in traits { filter.ask(for: trait, of: first) }
      if wanted.allSatisfy(filter.matches), !others.contains(where: filter.matches) { return filter }
    }
    return nil
  }

  /// One filter for each sort of events among these; nil if one of them lets another event through.
  func split(over wanted: [RecordedEvent], butNot others: [RecordedEvent]) -> [ClauseFilter]? {
    var filters: [ClauseFilter] = []
    for event in wanted {
      var filter = self
      for trait in Self.combinations(event).last ?? [] { filter.ask(for: trait, of: event) }
      if !filters.contains(filter) { filters.append(filter) }
    }
    return others.contains { other in filters.contains { $0.matches(other) } } ? nil : filters
  }

  /// What may be asked for of such an event, the likeliest first, everything last.
  private static func combinations(_ event: RecordedEvent) -> [[Trait]] {
    if event.isCustom { return [[]] }
    if event.cause != nil { return [[], [.cause]] }
    guard event.isPhaseChange else { return [[], [.scope], [.scene], [.scope, .scene]] }
    let entry: Trait = event.isEntry ? .isEntry : .isNoEntry
    let meanings: [[Trait]] = (event.isEntry ? [[.isEntry]] : []) + (event.isExit ? [[.isExit]] : [])
    return meanings + [
      [], [.to], [.from], [.from, .to], [.scene], [entry], [entry, .to], [.to, .scene], [.from, .scene],
      [.from, .to, entry, .scene],
    ]
  }
}
