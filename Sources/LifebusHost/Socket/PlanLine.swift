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
