internal import Lifebus
internal import LifebusHandlerText
internal import LifebusJSON

/// What the host is told of the handler: its clauses and its policy, in the words of `lifebus plan --json`.
enum HandlerLine {
  static func object(_ plans: [HandlerPlan], of plugin: HandlerID) throws(HandlerTrouble) -> JSONObject {
    guard let plan = plans.first else { throw HandlerTrouble("plugin '\(plugin)' registers nothing") }
    try checkOnce(plan)
    var line = JSONLine()
    line.add("on", json: "[" + plan.clauses.map(\.asTold.json).joined(separator: ",") + "]")
    plan.addPolicy(to: &line)
    return JSONObject(parsing: Array(line.text.utf8)) ?? JSONObject()
  }

  /// The host takes the first clause of an event's kind, and may not count as done once what a condition has sent to another.
  private static func checkOnce(_ plan: HandlerPlan) throws(HandlerTrouble) {
    for (index, clause) in plan.clauses.enumerated() where clause.hasFilter {
      for other in plan.clauses[(index + 1)...] where clause.overlaps(other) {
        guard clause.once != .everyTime || other.once != .everyTime else { continue }
        throw HandlerTrouble(
          "handler '\(plan.id)' has a clause with a condition before another one for \(other.kind ?? "any"), and one of the two is "
            + "once-only: a plugin that is a program may not; put the condition into the body, or register the other first")
      }
    }
  }
}

/// Why the handler cannot be one of a program.
struct HandlerTrouble: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

extension HandlerPlan.Clause {
  /// The clause for the host, which does not know whether the condition lets the latest of several through.
  fileprivate var asTold: HandlerPlan.Clause {
    var clause = self
    if hasFilter { clause.keep = .every }
    return clause
  }

  fileprivate func overlaps(_ other: HandlerPlan.Clause) -> Bool {
    (kind == nil || other.kind == nil || kind == other.kind) && (scope == nil || other.scope == nil || scope == other.scope)
  }
}
