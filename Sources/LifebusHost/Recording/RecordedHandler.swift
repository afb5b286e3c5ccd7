internal import Lifebus
internal import LifebusHandlerText
internal import LifebusJSON

/// A handler of a recorded scenario.
struct RecordedHandler: Sendable {
  let id: HandlerID
  var policy: PolicyWords
  var clauses: [RecordedClause]
  /// One for each clause.
  var scripts: [RecordedScript] = []

  /// The clause that an event goes to.
  func clause(for event: RecordedEvent) -> Int? { clauses.firstIndex { $0.matches(event) } }

  /// True if each clause's calls ended as its script says.
  var isExact: Bool { scripts.allSatisfy(\.isExact) }

  /// Leaves a handler that gets nothing, and still may own a gate.
  mutating func leaveOut() {
    clauses = []
    scripts = []
  }

  // MARK: As JSON

  var json: String {
    var line = JSONLine()
    let clauses = zip(self.clauses, scripts).map { $0.json($1) }
    line.add("on", json: "[" + clauses.joined(separator: ",") + "]")
    policy.add(to: &line)
    return line.text
  }
}

extension RecordedClause {
  fileprivate func json(_ script: RecordedScript) -> String {
    var line = JSONLine()
    line.add("kind", kind)
    line.add("scope", filter.scope)
    line.add("scene", filter.scene)
    line.add("cause", filter.cause)
    line.add("from", filter.from)
    line.add("to", filter.to)
    line.add("isEntry", filter.isEntry)
    line.add("isExit", filter.isExit)
    if once != .everyTime { line.add("once", "\(once)") }
    if keep == .latest { line.add("keep", "latest") }
    if origin == .thisProcess { line.add("thisProcess", true) }
    if script.duration > 0 { line.add("durationMs", script.duration) }
    if script.fails > 0 { line.add("fails", script.fails) }
    if script.hangs > 0 { line.add("hangs", script.hangs) }
    if script.ignoresCancel { line.add("ignoresCancel", true) }
    let isPlain = line.text == "{\"kind\":\(JSONLine.quoted(kind))}"
    return isPlain ? JSONLine.quoted(kind) : line.text
  }
}
