/// One event of another process's bus, given to the handler in this one.
package struct RelayedDelivery: Sendable {
  /// The event.
  package let event: any DeliverableEvent
  /// Its place in the other bus's log.
  package let sequence: Int
  /// Its id.
  package let id: EventID
  /// The text that is the same for each call for it.
  package let key: String
  /// The number of the call.
  package let attempt: Int
  /// When it was published, on this bus's clock.
  package var time = Duration.zero
  /// The sequence number of the event that caused it; 0 if none did.
  package var cause = 0
  /// True for a standing fact.
  package var isReplayed = false
  /// True if an earlier process of the other bus's accepted it.
  package var isFromEarlierProcess = false

  package init(_ event: any DeliverableEvent, sequence: Int, id: EventID, key: String, attempt: Int) {
    (self.event, self.sequence, self.id, self.key, self.attempt) = (event, sequence, id, key, attempt)
  }

  /// The event as an entry, which no log has.
  var entry: Entry {
    let isMade = id == EventID("\(sequence)")
    let entry = Self.entry(of: event, RelayedID(id, given: isMade ? nil : id, key: key), cause: cause)
    entry.sequence = sequence
    entry.time = time
    entry.isFromEarlierProcess = isFromEarlierProcess
    return entry
  }

  private static func entry<Event: DeliverableEvent>(of event: Event, _ id: RelayedID, cause: Int) -> Entry {
    TypedEntry(event, relayed: id, cause: cause)
  }
}

/// The id of an event of another process's bus, which has an idempotency key for it, too.
final class RelayedID: GivenID, @unchecked Sendable {
  // Proof of @unchecked: both are constant.
  fileprivate let publishers: EventID?
  fileprivate let key: String

  init(_ id: EventID, given publishers: EventID?, key: String) {
    self.publishers = publishers
    self.key = key
    super.init(id)
  }

  override func context(_ cell: Cell) -> DeliveryContext { RelayedContext(self, cell) }
}

/// The context of an event of another process's bus.
private final class RelayedContext: DeliveryContext, @unchecked Sendable {
  // Proof of @unchecked: both are constant.
  private let registration: Cell
  private let id: RelayedID

  init(_ id: RelayedID, _ cell: Cell) {
    registration = cell
    self.id = id
    super.init()
  }

  override var cell: Cell { registration }
  override var given: EventID? { id.publishers }
  override var key: String? { id.key }
}
