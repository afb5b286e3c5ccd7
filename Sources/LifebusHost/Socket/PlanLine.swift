internal import Lifebus
internal import LifebusJSON

/// What one handler is registered for and how it is treated, as a line of JSON in the words of a scenario's handler.
struct PlanLine {
  private let plan: HandlerPlan

  init(_ plan: HandlerPlan) {
    self.plan = plan
  }

  var text: String {
    let policy = plan.policy
    var line = JSONLine()
    line.add("handler", plan.id.rawValue)
    line.add("clauses", json: "[" + plan.clauses.map(Self.text).joined(separator: ",") + "]")
    // Nothing is left out here: whoever is named counts as there.
    let recorded = RecordedPolicy(
      plan, handlers: Set(policy.after.map(\.name)), owners: Set(policy.behind.map { [$0.name] } ?? []))
    recorded.add(to: &line)
    if recorded.capacity == nil, let capacity = policy.capacity {
      line.add("capacity", capacity)
      line.add("overflow", "wait")
    }
    return line.text
  }

  private static func text(_ clause: HandlerPlan.Clause) -> String {
    var line = JSONLine()
    line.add("kind", clause.kind ?? "any")
    line.add("scope", clause.scope)
    if clause.hasFilter { line.add("filter", true) }
    if clause.once != .everyTime { line.add("once", "\(clause.once)") }
    if clause.keep == .latest { line.add("keep", "latest") }
    if clause.origin == .thisProcess { line.add("thisProcess", true) }
    return line.text
  }
}

/// What a host has of the plugins that it knows, a line of JSON for each.
enum PluginLine {
  static func lines(_ house: Client.House) -> [String] {
    let snapshot = house.bus.snapshot()
    return house.known.map { plugin in
      let handler = snapshot.handlers.first { $0.id == plugin }
      let absent = snapshot.absent.first { $0.id == plugin }
      var line = JSONLine()
      line.add("plugin", plugin.rawValue)
      line.add("hosted", house.hosted.contains(plugin))
      line.add("state", handler?.state.rawValue)
      line.add("waiting", absent?.waiting)
      line.add("quarantine", handler?.quarantine ?? absent?.quarantine)
      return line.text
    }
  }
}
