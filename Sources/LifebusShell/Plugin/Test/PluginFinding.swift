internal import LifebusJSON
internal import LifebusSystem

/// Whether a program keeps to a rule.
struct PluginFinding {
  let rule: PluginRule
  var fault: PluginFault?
  /// What is no fault, and may be meant otherwise.
  var remarks: [String] = []

  init(rule: PluginRule) { self.rule = rule }

  var isOK: Bool { fault == nil }

  /// A line for people, with what is wrong below.
  func text(_ colours: Colours) -> String {
    let word = isOK ? colours.paint("ok", .good) : colours.paint("NO", .bad)
    return ([word + "  " + rule.text] + details.map { "    " + visible($0) }).joined(separator: "\n")
  }

  private var details: [String] {
    let problem = fault.map { ["\($0.problem): see \"\(rule.section)\" in PROTOCOL.md"] } ?? []
    return problem + (fault?.said ?? []).map { "it says: \($0)" } + remarks
  }

  var json: String {
    var line = JSONLine()
    line.add("rule", rule.text)
    line.add("ok", isOK)
    line.add("problem", fault?.problem)
    if !isOK { line.add("section", rule.section) }
    if let said = fault?.said, !said.isEmpty { line.add("said", json: JSONValue.array(said.map { .string($0) }).json) }
    if !remarks.isEmpty { line.add("remarks", json: JSONValue.array(remarks.map { .string($0) }).json) }
    return line.text
  }
}
