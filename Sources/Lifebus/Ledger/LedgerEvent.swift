/// An event that a durable handler wanted.
public struct LedgerEvent: Sendable {
  /// The event, as the bus gives it to a ledger, or as a ledger has it.
  public enum Content: Sendable {
    /// The event itself; its type conforms to `Codable`.
    case event(any DeliverableEvent)
    /// What a ledger has of it, to be decoded as the type that the clause wants.
    case encoded(@Sendable (_ type: any DeliverableEvent.Type) throws -> any DeliverableEvent)
  }

  /// Its place in the log of the process that published it.
  public let sequence: Int
  /// Its given id, if it has one.
  public let id: EventID?
  /// The sequence number of the event that caused it; 0 if none did.
  public let cause: Int
  /// Its type: the name of one of the bus's own, or `own:` and the name of an application's.
  public let typeName: String
  /// Its kind and scope, for people.
  public let note: RunningNote
  /// The event.
  public let content: Content
  /// How long before the process began it was accepted, of an event of an earlier one.
  public let age: Duration

  /// Creates an event, as a ledger finds it.
  public init(
    sequence: Int, id: EventID?, cause: Int, typeName: String, note: RunningNote, content: Content, age: Duration = .zero
  ) {
    self.sequence = sequence
    self.id = id
    self.cause = cause
    self.typeName = typeName
    self.note = note
    self.content = content
    self.age = age
  }

  /// The event of an entry that is to have this place in the log.
  init(_ entry: Entry, sequence: Int) {
    self.init(
      sequence: sequence, id: entry.given?.id, cause: entry.cause, typeName: Self.name(of: entry.type),
      note: RunningNote(of: entry), content: .event(entry.event))
  }

  /// Creates an event, as a test of a ledger has it.
  package init(sequence: Int, id: EventID? = nil, event: some DeliverableEvent) {
    self.init(TypedEntry(event, given: id), sequence: sequence)
  }

  static func name(of type: any DeliverableEvent.Type) -> String {
    type.family == .own ? "own:\(type.name)" : type.name
  }

  /// The event as an entry of a new log, if its type is one of the bus's own or of these.
  func makeEntry(of types: [any DeliverableEvent.Type]) throws -> Entry {
    switch content {
    case .event(let event): return Self.entry(of: event, self)
    case .encoded(let decode):
      guard let type = (Self.ownTypes + types).first(where: { Self.name(of: $0) == typeName }) else {
        throw UnknownType(description: "no clause names the type of the event, '\(note.kind)'")
      }
      return Self.entry(of: try decode(type), self)
    }
  }

  private static let ownTypes: [any DeliverableEvent.Type] = [
    Launch.self, Appear.self, FirstAppear.self, Disappear.self, PhaseChanged.self, Custom.self,
  ]

  private static func entry<Event: DeliverableEvent>(of event: Event, _ origin: LedgerEvent) -> Entry {
    TypedEntry(event, given: origin.id, cause: origin.cause)
  }
}

/// An event of an earlier process cannot be decoded.
struct UnknownType: Error, CustomStringConvertible {
  let description: String
}

extension RunningNote {
  /// What an entry is about.
  init(of entry: Entry) {
    switch entry.family {
    case .appear, .firstAppear, .disappear: self.init(kind: entry.kindName, scope: entry.eventScope?.name)
    case .launch, .phaseChanged, .custom, .own, .any: self.init(kind: entry.kindName, scope: nil)
    }
  }
}
