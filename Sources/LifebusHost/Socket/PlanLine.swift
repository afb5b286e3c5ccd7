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
    if policy.durability != .none { line.add("durable", true) }
    if policy.durability == .atMostOnce { line.add("guarantee", "atMostOnce") }
    return line.text
  }

  private static func text(_ clause: HandlerPlan.Clause) -> String {
    var line = JSONLine()
    line.add("kind", clause.kind ?? "any")
    line.add("scope", clause.scope)
    if clause.hasFilter { line.add("filter", true) }
    if clause.once != .everyTime { line.add("once", "\(clause.once)") }
    if clause.keep == .latest { line.add("keep", "latest") }
    return line.text
  }
}

/// What a host has of the plugins that it knows, a line of JSON for each.
enum PluginLine {
  static func lines(_ house: Client.House) -> [String] {
    let handlers = house.bus.snapshot().handlers
    return house.known.map { plugin in
      let handler = handlers.first { $0.id == plugin }
      var line = JSONLine()
      line.add("plugin", plugin.rawValue)
      line.add("hosted", house.hosted.contains(plugin))
      line.add("state", handler?.state.rawValue)
      line.add("quarantine", handler?.quarantine)
      return line.text
    }
  }
}
