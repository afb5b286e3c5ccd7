/// Makes a scenario small that fails: takes away whatever it fails without.
struct Shrinker {
  private(set) var draft: DraftScenario
  private let fails: (DraftScenario) -> Bool

  static func shrink(_ draft: DraftScenario, while fails: @escaping (DraftScenario) -> Bool) -> DraftScenario {
    var shrinker = Shrinker(draft: draft, fails: fails)
    while shrinker.shrinkOnce() {}
    return shrinker.draft
  }

  /// Tries to take away each piece once, the large ones first.
  ///
  /// - Returns: True if something could be taken away.
  private mutating func shrinkOnce() -> Bool {
    let before = draft
    removeLines()
    for handler in draft.handlers.indices.reversed() { attempt { $0.handlers.remove(at: handler) } }
    for handler in draft.handlers.indices {
      for clause in draft.handlers[handler].clauses.indices.reversed() {
        attempt { $0.handlers[handler].clauses.remove(at: clause) }
      }
      for trait in draft.handlers[handler].traits.indices.reversed() {
        attempt { $0.handlers[handler].traits.remove(at: trait) }
      }
      attempt { $0.handlers[handler].arrival = .atOnce }
      for clause in draft.handlers[handler].clauses.indices {
        for member in draft.handlers[handler].clauses[clause].indices.dropFirst().reversed() {
          attempt { $0.handlers[handler].clauses[clause].remove(at: member) }
        }
      }
    }
    for line in draft.lines.indices {
      for member in draft.lines[line].indices.dropFirst(2).reversed() { attempt { $0.lines[line].remove(at: member) } }
    }
    return draft != before
  }

  /// Halves first, then single lines.
  private mutating func removeLines() {
    var size = draft.lines.count
    while size > 0 {
      for start in stride(from: 0, to: draft.lines.count, by: size).reversed() {
        attempt { $0.lines.removeSubrange(start..<min(start + size, $0.lines.count)) }
      }
      size /= 2
    }
  }

  private mutating func attempt(_ change: (inout DraftScenario) -> Void) {
    var smaller = draft
    change(&smaller)
    if smaller != draft, fails(smaller) { draft = smaller }
  }
}
