/// What a clause does with a call, and with those after it that are its own too; one of the two is there.
///
/// It loops over a stretch by itself: what is the same for all its calls is done once, where the type of the event is known.
@usableFromInline
struct ClauseBody<Isolation: Actor>: Sendable {
  @usableFromInline typealias Immediate = @Sendable (isolated Isolation, Call, inout Stretch) throws -> Void
  @usableFromInline typealias Suspending = @Sendable (isolated Isolation, Call, inout Stretch) async throws -> Void

  @usableFromInline let immediate: Immediate?
  @usableFromInline let suspending: Suspending?

  @inlinable
  init<Event: DeliverableEvent>(immediate body: @escaping @Sendable (isolated Isolation, Delivery<Event>) throws -> Void) {
    immediate = { actor, first, stretch in
      var delivery = Delivery<Event>(first, stretch.cell)
      while true {
        try body(actor, delivery)
        guard let call = stretch.next(after: first) else { return }
        delivery.move(to: call, stretch.cell)
      }
    }
    suspending = nil
  }

  @inlinable
  init<Event: DeliverableEvent>(
    suspending body: @escaping @Sendable (isolated Isolation, Delivery<Event>) async throws -> Void
  ) {
    immediate = nil
    suspending = { actor, first, stretch in
      var delivery = Delivery<Event>(first, stretch.cell)
      while true {
        try await body(actor, delivery)
        guard let call = stretch.next(after: first) else { return }
        delivery.move(to: call, stretch.cell)
      }
    }
  }
}

/// What a clause's body is called with.
@usableFromInline
struct Call: Sendable {
  // The loop holds the entry while the call's event is read: by the chunk that it was lent, or beside the call.
  @usableFromInline unowned(unsafe) let entry: Entry
  @usableFromInline let clause: Int32
  @usableFromInline let attempt: Int32
  @usableFromInline let isReplayed: Bool

  @inlinable
  init(_ entry: Entry, clause: Int, attempt: Int = 1, isReplayed: Bool = false) {
    self.entry = entry
    self.clause = Int32(truncatingIfNeeded: clause)
    self.attempt = Int32(truncatingIfNeeded: attempt)
    self.isReplayed = isReplayed
  }
}
