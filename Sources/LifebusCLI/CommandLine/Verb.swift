/// One thing that `lifebus` does: the word after the program's name.
protocol Verb: Sendable {
  /// The word.
  static var name: String { get }
  /// What it does, on one line.
  static var summary: String { get }
  /// What `--help` prints.
  static var usage: String { get }

  /// Reads the arguments after the verb, and does it.
  static func run(_ arguments: [String]) throws(UsageError) -> ExitCode
}

/// All verbs, and which one the arguments ask for.
enum Verbs {
  static let all: [any Verb.Type] = [Check.self]

  static func run(_ arguments: [String]) -> ExitCode {
    guard let word = arguments.first else {
      Talk.say(usage)
      return .badInput
    }
    guard word != "--help" else {
      Talk.print(usage)
      return .done
    }
    guard let verb = all.first(where: { $0.name == word }) else {
      Talk.say("lifebus: '\(word)' is unknown; known are \(all.map { $0.name }.joined(separator: ", "))\n\n\(usage)")
      return .badInput
    }
    return run(verb, Array(arguments.dropFirst()))
  }

  private static func run(_ verb: any Verb.Type, _ arguments: [String]) -> ExitCode {
    guard !arguments.contains("--help") else {
      Talk.print(verb.usage)
      return .done
    }
    do { return try verb.run(arguments) } catch {
      Talk.say("lifebus \(verb.name): \(error.problem); see lifebus \(verb.name) --help")
      return .badInput
    }
  }

  private static var usage: String {
    let width = all.map { $0.name.count }.max() ?? 0
    let verbs = all.map { "  \($0.name.padded(to: width))  \($0.summary)" }
    return """
      usage: lifebus VERB …

      \(verbs.joined(separator: "\n"))

      lifebus VERB --help says more.
      """
  }
}

extension String {
  /// The text with spaces after it, up to a width.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
