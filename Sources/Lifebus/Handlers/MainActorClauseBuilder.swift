/// Collects the clauses of an object of the main actor; see ``ClauseBuilder``, whose rules hold here too.
///
/// The object is held weakly. When it is gone, the registration ends with the next event that it would have got.
public final class MainActorClauseBuilder<Owner: AnyObject & Sendable> {
  private weak var owner: Owner?
  var traits: [ClauseTraits] = []
  var bodies: [ClauseBody<MainActor>] = []

  init(owner: Owner) {
    self.owner = owner
  }

  /// Adds a clause for a type of event, with a body that may suspend; the parameters are those of ``ClauseBuilder``.
  public func callAsFunction<Event: DeliverableEvent>(
    _ type: Event.Type, named customName: String? = nil, scope: String? = nil,
    where filter: (@Sendable (Event) -> Bool)? = nil, once: Once = .everyTime, keep: Keep = .every,
    from origin: Origin = .anyProcess, name: String? = nil,
    _ body: @escaping @MainActor @Sendable (Owner, Delivery<Event>) async throws -> Void
  ) {
    traits.append(
      ClauseTraits(type, named: customName, scope: scope, filter: filter, once: once, keep: keep, origin: origin, name: name))
    bodies.append(
      ClauseBody(suspending: { [weak owner] (_: isolated MainActor, delivery: Delivery<Event>) in
        guard let owner else { throw OwnerIsGone() }
        try await body(owner, delivery)
      }))
  }

  /// Adds a clause for a type of event, with a body that does not suspend; the parameters are those of ``ClauseBuilder``.
  public func callAsFunction<Event: DeliverableEvent>(
    _ type: Event.Type, named customName: String? = nil, scope: String? = nil,
    where filter: (@Sendable (Event) -> Bool)? = nil, once: Once = .everyTime, keep: Keep = .every,
    from origin: Origin = .anyProcess, name: String? = nil,
    _ body: @escaping @MainActor @Sendable (Owner, Delivery<Event>) throws -> Void
  ) {
    traits.append(
      ClauseTraits(type, named: customName, scope: scope, filter: filter, once: once, keep: keep, origin: origin, name: name))
    bodies.append(
      ClauseBody(immediate: { [weak owner] (_: isolated MainActor, delivery: Delivery<Event>) in
        // The loop of such a registration is isolated to the main actor's instance, which is the main actor.
        try MainActor.assumeIsolated {
          guard let owner else { throw OwnerIsGone() }
          try body(owner, delivery)
        }
      }))
  }
}

/// Thrown instead of a call whose object is gone: the machine ends the registration.
struct OwnerIsGone: Error {}
