/// An event in the log, with what the bus knows of it.
///
/// Cycle: made by the publisher, of whom it has the event, its family, its given id and its cause; published under the bus's
/// lock, where it gets its place and time; read by handlers; freed with its chunk, or with the last receipt that holds it.
@usableFromInline
class Entry: @unchecked Sendable {
  // Proof of @unchecked: the variables are written under the bus's lock before the log shows the entry to a reader and not
  // after that, except `notes`, which is read and written under that lock only.
  @usableFromInline final let family: EventFamily
  @usableFromInline final let given: GivenID?
  @usableFromInline final let cause: Int
  //
  // `exclusivity(unchecked)`: by the same proof no two accesses overlap, and a check for each would cost more than the access.
  @exclusivity(unchecked) @usableFromInline final var sequence = 0
  @exclusivity(unchecked) @usableFromInline final var time = Duration.zero
  @exclusivity(unchecked) final var kind: KindID = 0
  @exclusivity(unchecked) final var scope: ScopeID = 0
  @exclusivity(unchecked) final var scopeName: ScopeNameID = 0
  @exclusivity(unchecked) final var session: Int32 = 0
  @exclusivity(unchecked) @usableFromInline final var isFromEarlierProcess = false
  @exclusivity(unchecked) final var notes: Notes?

  @usableFromInline
  init(family: EventFamily, given: GivenID?, cause: Int) {
    self.family = family
    self.given = given
    self.cause = cause
  }

  /// The event's type, which tells kinds apart.
  @usableFromInline var type: any DeliverableEvent.Type { fatalError("an entry without a type") }

  /// The event.
  @usableFromInline var event: any DeliverableEvent { fatalError("an entry without an event") }

  /// What `perKey` counts by.
  var onceKey: String? { nil }

  /// The event's scope, without a box round the event.
  @usableFromInline var eventScope: Scope? { nil }

  final var id: EventID { given?.id ?? EventID("\(sequence)") }

  /// The notes, made at the first use.
  final func note(_ write: (Notes) -> Void) {
    let notes = self.notes ?? Notes()
    self.notes = notes
    write(notes)
  }
}

/// An entry of one type of event.
@usableFromInline
final class TypedEntry<Event: DeliverableEvent>: Entry, @unchecked Sendable {
  // Proof of @unchecked: as for `Entry`; the event is a constant.
  @usableFromInline let payload: Event

  @inlinable
  init(_ payload: Event, given: EventID? = nil, cause: Int = 0) {
    self.payload = payload
    super.init(family: Event.family, given: given.map(GivenID.init), cause: cause)
  }

  init(_ payload: Event, relayed id: RelayedID, cause: Int) {
    self.payload = payload
    super.init(family: Event.family, given: id, cause: cause)
  }

  @usableFromInline override var type: any DeliverableEvent.Type { Event.self }
  @usableFromInline override var event: any DeliverableEvent { payload }
  override var onceKey: String? { (payload as? any LifecycleEvent)?.onceKey }
  @usableFromInline override var eventScope: Scope? { payload.scope }
}

/// A source's report of a scene on its way through the bus; the log gets what is derived from it, never the report.
final class ReportEntry: Entry, @unchecked Sendable {
  // Proof of @unchecked: as for `Entry`; what it adds is constant.
  let report: SceneReport
  let scene: SceneID
  let reason: ReportReason?

  init(_ report: SceneReport, scene: SceneID, reason: ReportReason?, given: EventID?) {
    self.report = report
    self.scene = scene
    self.reason = reason
    super.init(family: .phaseChanged, given: given.map(GivenID.init), cause: 0)
  }

  override var type: any DeliverableEvent.Type { PhaseChanged.self }
  override var event: any DeliverableEvent { Custom("report", attributes: ["scene": scene.rawValue, "to": report.rawValue]) }
}

/// An id that the publisher gave; most events have none, and it costs them one word.
@usableFromInline
class GivenID: @unchecked Sendable {
  // Proof of @unchecked: it and its subclass are constant.
  @usableFromInline final let id: EventID

  @usableFromInline
  init(_ id: EventID) {
    self.id = id
  }

  /// What a delivery of the event to a registration knows.
  @usableFromInline
  func context(_ cell: Cell) -> DeliveryContext { IdentifiedContext(id, cell) }
}

/// What is known of few events only.
///
/// Guarded by the bus's lock.
final class Notes {
  var disposition = Receipt.Disposition.accepted
  /// What this event derived, in the log's order.
  var derived: [Entry] = []
  /// The event that had this one's id first.
  var original: Entry?
  /// Handlers whose successors did not want it before it was delivered.
  var unwanted: Set<HandlerID> = []
  /// Every ending but `done`, of which there is no note.
  var endings: [HandlerID: Outcome] = [:]
  /// True until the ledger has the event, for its durable handlers.
  var isUnstored = false
  /// Why the ledger cannot have the event.
  var notStored: String?
  /// Durable handlers that want it and are not there: the ledger keeps it for them.
  var keptFor: [HandlerID] = []
  /// The calls that have ended while anybody read activity; of a handler's the last one counts.
  var calls: [(handler: HandlerID, record: CallRecord)] = []
}

extension DeliverableEvent {
  /// The event of an entry that a clause of this type has matched.
  @inlinable
  static func read(from entry: Entry) -> Self {
    guard family == .any else { return unsafeDowncast(entry, to: TypedEntry<Self>.self).payload }
    return readAny(from: entry)
  }

  @usableFromInline
  static func readAny(from entry: Entry) -> Self {
    guard let event = AnyEvent(entry.event, kind: entry.kindName) as? Self else {
      preconditionFailure("a clause for any event whose type is \(Self.self)")
    }
    return event
  }
}

extension Entry {
  /// False while the ledger does not have it, for its durable handlers, and if it could not keep it.
  var isStored: Bool { notes.map { !$0.isUnstored && $0.notStored == nil } ?? true }

  /// The kind as text.
  var kindName: String {
    switch family {
    case .launch, .appear, .firstAppear, .disappear, .phaseChanged, .any: type.name
    case .own: "custom:\(type.name)"
    case .custom: "custom:\((event as? Custom)?.name ?? type.name)"
    }
  }
}
