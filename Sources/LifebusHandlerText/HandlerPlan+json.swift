package import Lifebus
package import LifebusJSON

extension HandlerPlan {
  /// Adds how the handler is treated to its object.
  ///
  /// Nothing is left out: whoever is named counts as there.
  package func addPolicy(to line: inout JSONLine) {
    let words = PolicyWords(
      self, handlers: Set(policy.after.map(\.name)), owners: Set(policy.behind.map { [$0.name] } ?? []))
    words.add(to: &line)
    if words.capacity == nil, let capacity = policy.capacity {
      line.add("capacity", capacity)
      line.add("overflow", "wait")
    }
  }
}

extension HandlerPlan.Clause {
  /// The clause as an object.
  package var json: String {
    var line = JSONLine()
    line.add("kind", kind ?? "any")
    line.add("scope", scope)
    line.add("name", name)
    if hasFilter { line.add("filter", true) }
    if once != .everyTime { line.add("once", "\(once)") }
    if keep == .latest { line.add("keep", "latest") }
    if origin == .thisProcess { line.add("thisProcess", true) }
    return line.text
  }
}
