/// The colours of a terminal, or none.
package enum Colours: Sendable {
  case none
  case terminal

  /// How a line is meant.
  package enum Mood: Int {
    case plain = 0
    case good = 32
    case bad = 31
    case waiting = 33
  }

  package func paint(_ text: String, _ mood: Mood) -> String { mood == .plain ? text : wrap(text, mood.rawValue) }

  package func dim(_ text: String) -> String { wrap(text, 2) }

  private func wrap(_ text: String, _ code: Int) -> String { self == .none ? text : "\u{1B}[\(code)m\(text)\u{1B}[0m" }
}
