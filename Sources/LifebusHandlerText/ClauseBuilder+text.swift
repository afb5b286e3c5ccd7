package import Lifebus

extension ClauseBuilder {
  /// Adds a clause that is known as text only: its body is given whatever event it is.
  package func add(
    _ clause: ClauseText, _ body: @escaping @Sendable (isolated Handler, Delivery<AnyEvent>) async throws -> Void
  ) {
    switch clause.kind {
    case .launch: add(Launch.self, clause, where: clause.launchFilter, body)
    case .appear: add(Appear.self, clause, where: clause.placeFilter(), body)
    case .firstAppear: add(FirstAppear.self, clause, where: clause.placeFilter(), body)
    case .disappear: add(Disappear.self, clause, where: clause.placeFilter(), body)
    case .phaseChanged: add(PhaseChanged.self, clause, where: clause.phaseFilter, body)
    case .custom(let name): add(Custom.self, named: name, clause, where: nil, body)
    case nil: add(AnyEvent.self, clause, where: nil, body)
    }
  }

  private func add<Event: DeliverableEvent>(
    _ type: Event.Type, named name: String? = nil, _ clause: ClauseText, where filter: (@Sendable (Event) -> Bool)?,
    _ body: @escaping @Sendable (isolated Handler, Delivery<AnyEvent>) async throws -> Void
  ) {
    callAsFunction(
      type, named: name, scope: clause.scope, where: filter, once: clause.once, keep: clause.keep, from: clause.origin,
      name: clause.name
    ) { handler, delivery in
      try await body(handler, delivery.asAny)
    }
  }
}
