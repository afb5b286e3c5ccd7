internal import LifebusJSON
internal import LifebusSystem

/// Whether a program keeps to a rule.
struct PluginFinding {
  enum Verdict {
    case kept
    case broken(PluginFault)
    /// The program cannot do what the rule is about.
    case untried
  }

  let rule: PluginRule
  let verdict: Verdict
  /// What is no fault, and may be meant otherwise.
  var remarks: [String] = []

  var isKept: Bool { if case .kept = verdict { true } else { false } }

  private var fault: PluginFault? { if case .broken(let fault) = verdict { fault } else { nil } }

  // MARK: For people

  /// The rule on a line, with what is wrong below.
  func text(_ colours: Colours) -> String {
    ([mark(colours) + "  " + rule.text] + details.map { "    " + visible($0) }).joined(separator: "\n")
  }

  private func mark(_ colours: Colours) -> String {
    switch verdict {
    case .kept: colours.paint("ok", .good)
    case .broken: colours.paint("NO", .bad)
    case .untried: colours.paint("--", .waiting)
    }
  }

  private var details: [String] {
    let problem = fault.map { ["\($0.problem): see \"\(rule.section)\" in PROTOCOL.md"] } ?? []
    return problem + (fault?.said ?? []).map { "it says: \($0)" } + remarks
  }

  // MARK: JSON

  var json: String {
    var line = JSONLine()
    line.add("rule", rule.text)
    switch verdict {
    case .kept: line.add("ok", true)
    case .untried: line.add("tried", false)
    case .broken(let fault):
      line.add("ok", false)
      line.add("problem", fault.problem)
      line.add("section", rule.section)
      if !fault.said.isEmpty { line.add("said", json: Self.list(fault.said)) }
    }
    if !remarks.isEmpty { line.add("remarks", json: Self.list(remarks)) }
    return line.text
  }

  private static func list(_ texts: [String]) -> String { JSONValue.array(texts.map { .string($0) }).json }
}
