internal import Lifebus
internal import LifebusHandlerText
internal import LifebusJSON

/// What one handler is registered for and how it is treated, as a line of JSON in the words of a scenario's handler.
struct PlanLine {
  private let plan: HandlerPlan

  init(_ plan: HandlerPlan) {
    self.plan = plan
  }

  var text: String {
    var line = JSONLine()
    line.add("handler", plan.id.rawValue)
    line.add("clauses", json: "[" + plan.clauses.map(\.json).joined(separator: ",") + "]")
    plan.addPolicy(to: &line)
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
