internal import Lifebus
internal import LifebusHandlerText
internal import LifebusJSON

/// An event that a program is tried with, of a kind that it wants.
struct TrialEvent {
  let kind: LifebusHandlerText.EventKind
  private let data: JSONObject

  /// The kinds, in the order in which they come in an application's life.
  private static let kinds: [LifebusHandlerText.EventKind] = [
    .launch, .firstAppear, .appear, .phaseChanged, .disappear, .custom("trial"),
  ]

  /// The events that a program wants, one for each clause and kind; `text` stands in them where any text may.
  static func all(for registration: ChildRegistration, text: String = "text") -> [TrialEvent] {
    let events = registration.clauses.flatMap { clause in
      (clause.kind.map { [$0] } ?? kinds).compactMap { TrialEvent($0, for: clause, text) }
    }
    return events.sorted { $0.rank < $1.rank }
  }

  private var rank: Int { Self.kinds.firstIndex(of: kind) ?? Self.kinds.count }

  /// Nil where no event meets the clause's filters.
  private init?(_ kind: LifebusHandlerText.EventKind, for clause: LifebusHandlerText.ClauseText, _ text: String) {
    self.kind = kind
    switch kind {
    case .launch: data = Self.object([("cause", (clause.cause ?? .user).rawValue)], attribute: text)
    case .appear, .firstAppear, .disappear:
      data = Self.object([("scope", clause.scope ?? "home"), ("instance", text), ("scene", clause.scene ?? "main")])
    case .phaseChanged:
      guard let change = Self.change(for: clause) else { return nil }
      data = Self.object(change, text)
    case .custom: data = Self.object([], attribute: text)
    }
  }

  /// The event as a CloudEvent.
  func object(sequence: Int) -> JSONObject {
    var event = Self.object([
      ("specversion", "1.0"), ("id", "\(sequence)"), ("source", "lifebus"), ("type", type),
      ("time", "2026-01-31T08:00:00.250Z"), ("sequence", "\(sequence)"),
    ])
    _ = event.append("data", .object(data))
    return event
  }

  private var type: String {
    if case .custom(let name) = kind { "dev.lifebus.custom.\(name)" } else { "dev.lifebus.\(kind)" }
  }

  // MARK: Data

  private static func object(_ texts: [(String, String)]) -> JSONObject {
    var object = JSONObject()
    for (key, text) in texts { _ = object.append(key, .string(text)) }
    return object
  }

  private static func object(_ texts: [(String, String)], attribute: String) -> JSONObject {
    var object = object(texts)
    _ = object.append("attributes", .object(Self.object([("value", attribute)])))
    return object
  }

  /// A change has no place for any text: it gets a member that nobody knows.
  private static func object(_ change: PhaseChanged, _ text: String) -> JSONObject {
    var object = object([("from", change.from.rawValue), ("to", change.to.rawValue)])
    _ = object.append("isEntry", .bool(change.isEntry))
    _ = object.append("isExit", .bool(change.isExit))
    _ = object.append("scene", .string(change.scene.rawValue))
    _ = object.append("later", .string(text))
    return object
  }

  private static func change(for clause: LifebusHandlerText.ClauseText) -> PhaseChanged? {
    let steps: [(Phase, Phase, Bool)] = [
      (.inactive, .active, true), (.background, .active, true), (.inactive, .active, false), (.active, .inactive, false),
      (.background, .inactive, false), (.inactive, .background, false), (.active, .background, false),
    ]
    let scene = clause.scene.map { SceneID($0) } ?? .main
    let changes = steps.map { PhaseChanged(from: $0.0, to: $0.1, isEntry: $0.2, scene: scene) }
    return clause.phaseFilter.map { changes.first(where: $0) } ?? changes.first
  }
}
