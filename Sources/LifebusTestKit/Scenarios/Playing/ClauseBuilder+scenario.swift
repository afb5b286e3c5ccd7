internal import Lifebus

extension ClauseBuilder<ScriptedHandler> {
  /// Adds a clause of a scenario.
  func add(_ clause: ScenarioClause, at index: Int) {
    switch clause.kind {
    case .launch: add(Launch.self, clause, index, where: Self.launchFilter(clause))
    case .appear: add(Appear.self, clause, index, where: Self.placeFilter(clause))
    case .firstAppear: add(FirstAppear.self, clause, index, where: Self.placeFilter(clause))
    case .disappear: add(Disappear.self, clause, index, where: Self.placeFilter(clause))
    case .phaseChanged: add(PhaseChanged.self, clause, index, where: Self.phaseFilter(clause))
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

  private static func launchFilter(_ clause: ScenarioClause) -> (@Sendable (Launch) -> Bool)? {
    guard let cause = clause.cause else { return nil }
    return { $0.cause == cause }
  }

  private static func placeFilter<Event: PlacedEvent>(_ clause: ScenarioClause) -> (@Sendable (Event) -> Bool)? {
    guard let scene = clause.scene else { return nil }
    return { $0.place.scene.rawValue == scene }
  }

  private static func phaseFilter(_ clause: ScenarioClause) -> (@Sendable (PhaseChanged) -> Bool)? {
    guard !clause.hasNoFilter else { return nil }
    return { change in
      (clause.from ?? change.from) == change.from && (clause.to ?? change.to) == change.to
        && (clause.isEntry ?? change.isEntry) == change.isEntry && (clause.isExit ?? change.isExit) == change.isExit
        && (clause.scene ?? change.scene.rawValue) == change.scene.rawValue
    }
  }
}
