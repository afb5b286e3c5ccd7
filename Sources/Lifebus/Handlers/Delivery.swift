/// One event given to one handler: what a clause's body gets beside the handler itself.
///
/// A delivery may be kept and used after the call; posting through it then still names its event as the cause.
public struct Delivery<Event: DeliverableEvent>: Sendable {
  @usableFromInline var payload: Event
  @usableFromInline var facts: DeliveryFacts

  /// The only reference: more than one would cost as much as the rest of a delivery.
  @usableFromInline var context: DeliveryContext

  @inlinable
  init(_ call: Call, _ cell: Cell) {
    payload = Event.read(from: call.entry)
    facts = DeliveryFacts(call)
    context = call.entry.given.map { $0.context(cell) } ?? cell
  }

  /// Becomes the delivery of the next call: the context of two that came without an id is the same, and is not touched.
  @inlinable
  mutating func move(to call: Call, _ cell: Cell) {
    payload = Event.read(from: call.entry)
    facts = DeliveryFacts(call)
    if let given = call.entry.given { context = given.context(cell) } else if context !== cell { context = cell }
  }

  /// The event.
  @inlinable public var event: Event { payload }

  /// The event's place in the bus's log: one more for each event after the launch, which has 1, or, with a ledger, what follows
  /// the events that it keeps.
  @inlinable public var sequence: Int { facts.sequence }

  /// When the event was published, on the bus's clock, since the bus was made; of an event of an earlier process less than zero,
  /// as far as the ledger knows.
  public var time: Duration { facts.time }

  /// 1 for the first call for this event and handler, and one more for each further one.
  public var attempt: Int { Int(facts.attempt) }

  /// True for a standing fact (the launch, the current phase) that a late handler is given.
  public var isReplayed: Bool { facts.isReplayed }

  /// True if an earlier process accepted the event, and this one delivers it.
  public var isFromEarlierProcess: Bool { facts.isFromEarlierProcess }

  /// A text that is the same for every call for this event and handler, in a durable handler's later processes too, and for nothing
  /// else: for a foreign system that does once what comes twice under one key.
  public var idempotencyKey: String {
    context.key ?? cell.core.look { $0.idempotencyKey(cell, sequence, isReplayed: isReplayed) }
  }

  private init<Other: DeliverableEvent>(_ other: Delivery<Other>) where Event == AnyEvent {
    payload = (other.event as? AnyEvent) ?? AnyEvent(other.event, kind: Self.kind(of: other.event))
    facts = other.facts
    context = other.context
  }

  private static func kind(of event: some DeliverableEvent) -> String {
    switch type(of: event).family {
    case .custom: "custom:\((event as? Custom)?.name ?? "")"
    case .own: "custom:\(type(of: event).name)"
    default: type(of: event).name
    }
  }

  /// The event's identity; one that the bus made has the sequence number as its id.
  public var id: EventID { context.given ?? EventID("\(sequence)") }

  /// The id that the publisher gave; nil if the bus made it.
  public var givenID: EventID? { context.given }

  var cell: Cell { context.cell }

  /// The name of the handler that was called.
  public var handler: HandlerID { cell.id }

  /// Posts an event that this one caused: it goes to the log's tail; see ``LifecycleBus/post(_:id:)``.
  @discardableResult
  public func post<Posted: LifecycleEvent>(_ event: Posted, id: EventID? = nil) -> Receipt {
    cell.core.post(TypedEntry(event, given: id, cause: sequence))
  }

  /// Publishes an event that this one caused, and throws if the bus does not accept it.
  ///
  /// Unlike ``LifecycleBus/publish(_:id:)`` it does not wait for room: a handler that waits for another's could wait for itself.
  ///
  @discardableResult
  public func publish<Posted: LifecycleEvent>(_ event: Posted, id: EventID? = nil) async throws -> Receipt {
    try post(event, id: id).checked()
  }

  /// Waits until every delivery of an event has ended, as ``Receipt/settled()`` does, and refuses to wait for this delivery.
  ///
  /// Two handlers that wait for each other's events are not told apart from two that are slow: give the handler a timeout.
  ///
  /// - Throws: ``LifebusError/wouldDeadlock(_:)`` if that depends on this delivery: this handler, or one that comes after it,
  ///   still has to handle the event. `CancellationError` if the call is cancelled.
  @discardableResult
  public func settled(_ receipt: Receipt) async throws -> [HandlerID: Outcome] {
    try await cell.core.settle(receipt.entry, for: cell)
  }

  /// Says what the call has done, in a few words for people: activity and timelines show it with the delivery's outcome.
  ///
  /// The last one of several counts; a call that is over has nothing more to say. It costs nothing that nobody reads.
  public func note(_ remark: String) {
    cell.core.look { $0.note(remark, of: cell, sequence) }
  }

  /// Gives this call more time than its handler's timeout, once more for each time that it is asked; a call that has timed out
  /// already, or has no timeout, gets none.
  public func extendTimeout(by time: Duration) {
    cell.core.step { machine, _, effects in machine.extendTimeout(of: cell, sequence, by: time, &effects) }
  }

  /// Keeps a value of the handler's, in one step with the end of this delivery; the last one of several counts.
  ///
  /// It is kept only if the delivery is done, and only for a durable handler.
  public func commit(_ value: [UInt8]) {
    cell.core.step { machine, _, _ in machine.commit(value, of: cell, sequence) }
  }

  /// The value that the handler last committed, in this or an earlier process.
  public var committed: [UInt8]? { cell.core.look { $0.book.contents.committed[cell.id] } }

  /// The place in the log of the event that caused this one; 0 if none did, or the call is over.
  package var cause: Int { cell.core.look { $0.cause(of: cell, sequence) } }

  /// The same delivery, of whatever event.
  package var asAny: Delivery<AnyEvent> { Delivery<AnyEvent>(self) }

  /// The gate that this handler owns; nil for a handler without one.
  public var gate: Gate? { cell.ownsGate ? Gate(id: cell.id, core: cell.core) : nil }
}

/// What a delivery knows in numbers.
@usableFromInline
struct DeliveryFacts: Sendable {
  @usableFromInline let sequence: Int
  @usableFromInline let time: Duration
  @usableFromInline let attempt: Int32
  @usableFromInline let isReplayed: Bool
  @usableFromInline let isFromEarlierProcess: Bool

  @inlinable
  init(_ call: Call) {
    sequence = call.entry.sequence
    time = call.entry.time
    attempt = call.attempt
    isReplayed = call.isReplayed
    isFromEarlierProcess = call.entry.isFromEarlierProcess
  }
}
