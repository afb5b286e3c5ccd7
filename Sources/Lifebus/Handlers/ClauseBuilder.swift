/// Collects the clauses of one handler: called once for each kind of event that the handler wants.
///
/// An event goes to the first clause that it matches. The first argument of a body is the handler itself: the body is isolated
/// to that instance, and the compiler rejects touching another actor's state in it.
///
/// A `where` filter is a pure and quick function of the event. The bus may call it more than once, from any thread and while
/// it is locked: a filter that calls the bus ends the program.
public final class ClauseBuilder<Handler: LifecycleHandler> {
  @usableFromInline var traits: [ClauseTraits] = []
  @usableFromInline var bodies: [ClauseBody<Handler>] = []

  @usableFromInline init() {}

  /// Adds a clause for a type of event, with a body that may suspend.
  ///
  /// - Parameters:
  ///   - type: The type of event; ``AnyEvent`` for all.
  ///   - customName: The name that a ``Custom`` event must have; of no meaning for other types.
  ///   - scope: The scope's name that the event must have; any instance of it matches.
  ///   - filter: A condition that the event must meet.
  ///   - once: How often the clause is called.
  ///   - keep: Which of the events that pile up it is called for.
  ///   - origin: Whether a durable handler's clause is called for what an earlier process left.
  ///   - name: Tells the clause apart from another once-only one of this type; its once-key belongs to it.
  ///   - body: What to do; a thrown error is the delivery's outcome and reaches nobody else.
  @inlinable
  public func callAsFunction<Event: DeliverableEvent>(
    _ type: Event.Type, named customName: String? = nil, scope: String? = nil,
    where filter: (@Sendable (Event) -> Bool)? = nil, once: Once = .everyTime, keep: Keep = .every,
    from origin: Origin = .anyProcess, name: String? = nil,
    _ body: @escaping @Sendable (isolated Handler, Delivery<Event>) async throws -> Void
  ) {
    traits.append(
      ClauseTraits(type, named: customName, scope: scope, filter: filter, once: once, keep: keep, origin: origin, name: name))
    bodies.append(ClauseBody(suspending: body))
  }

  /// Adds a clause for a type of event, with a body that does not suspend; the compiler picks it by itself.
  ///
  /// It is about twice as fast as one that may suspend. The parameters are those of the other.
  @inlinable
  public func callAsFunction<Event: DeliverableEvent>(
    _ type: Event.Type, named customName: String? = nil, scope: String? = nil,
    where filter: (@Sendable (Event) -> Bool)? = nil, once: Once = .everyTime, keep: Keep = .every,
    from origin: Origin = .anyProcess, name: String? = nil,
    _ body: @escaping @Sendable (isolated Handler, Delivery<Event>) throws -> Void
  ) {
    traits.append(
      ClauseTraits(type, named: customName, scope: scope, filter: filter, once: once, keep: keep, origin: origin, name: name))
    bodies.append(ClauseBody(immediate: body))
  }
}
