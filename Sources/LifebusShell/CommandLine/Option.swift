/// An option of a verb: what reads the command line, the help and the shell's completion all know it from here.
struct Option: Sendable {
  /// What can stand as an option's value.
  enum Value: Sendable {
    /// A text; the word stands for it in the help.
    case text(String)
    /// The path of a file or a folder.
    case path(String)
    /// One of some words.
    case word([String])
  }

  let name: String
  /// Nil: the option stands alone.
  let value: Value?
  let about: String

  /// An option with a value.
  init(_ name: String, _ value: Value, _ about: String) {
    self.name = name
    self.value = value
    self.about = about
  }

  /// An option that stands alone.
  init(_ name: String, _ about: String) {
    self.name = name
    value = nil
    self.about = about
  }

  /// The option as the help shows it: `--wait accepted|settled`.
  var shape: String {
    switch value {
    case nil: name
    case .text(let word), .path(let word): "\(name) \(word)"
    case .word(let words): "\(name) \(words.joined(separator: "|"))"
    }
  }
}

extension Option {
  /// Every verb has it.
  static let help = Option("--help", "prints this")
}
