/// One event given to one handler: what a clause's body gets beside the handler itself.
///
/// A delivery may be kept and used after the call; posting through it then still names its event as the cause.
public struct Delivery<Event: DeliverableEvent>: Sendable {
  /// The event.
  public let event: Event

  /// The event's place in the bus's log: 1 for the launch, and one more for each event after it.
  public let sequence: Int

  /// When the event was published, on the bus's clock, since the bus was made.
  public let time: Duration

  /// 1 for the first call for this event and handler, and one more for each further one.
  public let attempt: Int

  /// True for a standing fact (the launch, the current phase) that a late handler is given.
  public let isReplayed: Bool

  @usableFromInline let given: GivenID?
  @usableFromInline let cell: Cell

  @inlinable
  init(_ call: Call, _ cell: Cell) {
    event = Event.read(from: call.entry)
    sequence = call.entry.sequence
    time = call.entry.time
    attempt = Int(call.attempt)
    isReplayed = call.isReplayed
    given = call.entry.given
    self.cell = cell
  }

  /// The event's identity; one that the bus made has the sequence number as its id.
  public var id: EventID { given?.id ?? EventID("\(sequence)") }

  /// The name of the handler that was called.
  public var handler: HandlerID { cell.id }

  /// Posts an event that this one caused: it goes to the log's tail; see ``LifecycleBus/post(_:id:)``.
  @discardableResult
  public func post<Posted: LifecycleEvent>(_ event: Posted, id: EventID? = nil) -> Receipt {
    cell.core.post(TypedEntry(event, given: id, cause: sequence))
  }

  /// Publishes an event that this one caused; see ``LifecycleBus/publish(_:id:)``.
  @discardableResult
  public func publish<Posted: LifecycleEvent>(_ event: Posted, id: EventID? = nil) async throws -> Receipt {
    try post(event, id: id).checked()
  }

  /// The gate that this handler owns; nil for a handler without one.
  public var gate: Gate? { cell.ownsGate ? Gate(id: cell.id, core: cell.core) : nil }
}
