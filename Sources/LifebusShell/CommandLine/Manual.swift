internal import LifebusSystem

/// What `--help` says of a verb.
struct Manual: Sendable {
  /// The names after the verb; one line for each way to give them.
  let names: [String]
  /// What the verb does.
  let about: String
  let options: [Option]
  /// What else there is to say: exit codes, formats.
  var more = ""

  /// All options, with the one that every verb has.
  var allOptions: [Option] { options + [.help] }

  /// The page.
  func text(of verb: String) -> String {
    var parts = [synopsis(of: verb), about, optionList]
    if !more.isEmpty { parts.append(more) }
    return parts.joined(separator: "\n\n")
  }

  private func synopsis(of verb: String) -> String {
    let ways = (names.isEmpty ? [""] : names).map { $0.isEmpty ? "lifebus \(verb)" : "lifebus \(verb) \($0)" }
    let indent = String(repeating: " ", count: "usage: lifebus \(verb)".count)
    var lines = ["usage: " + ways.joined(separator: "\n       ")]
    for option in options.map({ " [\($0.shape)]" }) {
      if lines[lines.count - 1].count + option.count > 118 || (lines.count == 1 && ways.count > 1) { lines.append(indent) }
      lines[lines.count - 1] += option
    }
    return lines.joined(separator: "\n")
  }

  private var optionList: String {
    let width = (allOptions.map(\.shape.count).max() ?? 0) + 2
    let indent = "\n" + String(repeating: " ", count: width + 2)
    return allOptions.map { option in
      "  " + option.shape.padded(width) + option.about.split(separator: "\n").joined(separator: indent)
    }.joined(separator: "\n")
  }
}
