internal import LifebusSystem

extension Colours.Mood {
  /// How an outcome, a state or a verdict is meant, by its word.
  init(of word: String) {
    switch word {
    case "done", "open": self = .good
    case "failed", "dead", "timedOut", "crashed", "interrupted", "stuck", "quarantined": self = .bad
    case "held", "running", "waiting", "leftover", "closed", "pending": self = .waiting
    default: self = .plain
    }
  }
}
