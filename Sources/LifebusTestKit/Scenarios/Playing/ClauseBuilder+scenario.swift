internal import Lifebus
internal import LifebusHandlerText

extension ClauseBuilder<ScriptedHandler> {
  /// Adds a clause of a scenario.
  func add(_ clause: ScenarioClause, at index: Int) {
    switch clause.kind {
    case .launch: add(Launch.self, clause, index, where: clause.text.launchFilter)
    case .appear: add(Appear.self, clause, index, where: clause.text.placeFilter())
    case .firstAppear: add(FirstAppear.self, clause, index, where: clause.text.placeFilter())
    case .disappear: add(Disappear.self, clause, index, where: clause.text.placeFilter())
    case .phaseChanged: add(PhaseChanged.self, clause, index, where: clause.text.phaseFilter)
    case .custom(let name): add(Custom.self, named: name, clause, index, where: nil)
    }
  }

  /// A script that waits for nothing gets a body that does not suspend, as code would.
  private func add<Event: DeliverableEvent>(
    _ type: Event.Type, named name: String? = nil, _ clause: ScenarioClause, _ index: Int,
    where filter: (@Sendable (Event) -> Bool)?
  ) {
    if clause.script.suspends {
      let body: @Sendable (isolated ScriptedHandler, Delivery<Event>) async throws -> Void = { handler, delivery in
        try await handler.call(delivery, clause: index)
      }
      callAsFunction(
        type, named: name, scope: clause.scope, where: filter, once: clause.once, keep: clause.keep, from: clause.origin, body)
    } else {
      let body: @Sendable (isolated ScriptedHandler, Delivery<Event>) throws -> Void = { handler, delivery in
        try handler.callAtOnce(delivery, clause: index)
      }
      callAsFunction(
        type, named: name, scope: clause.scope, where: filter, once: clause.once, keep: clause.keep, from: clause.origin, body)
    }
  }
}
