internal import Lifebus
internal import LifebusHandlerText
internal import LifebusJSON

/// One thing that happens to the bus, and when.
struct ScenarioLine: Sendable {
  enum Action: Sendable {
    case launch(Launch.Cause, id: String?)
    case appear(Place, id: String?)
    case disappear(Place, id: String?)
    case phase(SceneReport, scene: SceneID, reason: ReportReason?)
    case custom(CustomPost)
    case register(String)
    case unregister(String)
    case verdict(gate: String, opensFor: Identity?)
    case forget(Scope)
    case shutdown(grace: Int)
    case end(ProcessEnd, version: String?)
    case query(phase: Phase?, gates: [String: String])
  }

  /// Its number in the file, counted from 1.
  let number: Int
  /// Milliseconds of virtual time.
  let at: Int
  let action: Action
  /// The line as JSON.
  let text: String

  /// Reads a line that comes after `earlier` milliseconds.
  init(_ value: JSONValue, number: Int, earlier: Int) throws(FieldError) {
    self.number = number
    text = value.json
    guard case .object(let object) = value else {
      throw FieldError(line: number, "expected an object, found \(value.typeName)")
    }
    guard case .string(let type)? = object["type"] else {
      throw FieldError(line: number, field: "type", object["type"] == nil ? "is missing" : "expected a string")
    }
    guard let keys = Self.keys[type] else {
      let known = Self.keys.keys.sorted().joined(separator: ", ")
      throw FieldError(line: number, field: "type", "'\(type)' is unknown; known are \(known)")
    }
    let fields = try Fields(value, line: number, known: keys.union(["type", "at"]))
    at = try fields.integerIfPresent("at") ?? earlier
    guard at >= earlier else { throw fields.error("at", "time runs back: \(at) comes after \(earlier)") }
    action = try Self.action(type, fields)
  }

  static let keys: [String: Set<String>] = [
    "launch": ["cause", "id"],
    "appear": ["scope", "instance", "scene", "id"],
    "disappear": ["scope", "instance", "scene", "id"],
    "phase": ["scene", "to", "reason"],
    "custom": ["name", "id", "key"],
    "register": ["handler"],
    "unregister": ["handler"],
    "verdict": ["gate", "to", "identity"],
    "forget": ["scope", "instance"],
    "shutdown": ["graceMs"],
    "kill": ["version"],
    "crash": ["version"],
    "query": ["phase", "gates"],
  ]

  private static func action(_ type: String, _ fields: Fields) throws(FieldError) -> Action {
    switch type {
    case "launch": .launch(try fields.word("cause", of: Launch.Cause.self), id: try fields.stringIfPresent("id"))
    case "appear": .appear(try place(fields), id: try fields.stringIfPresent("id"))
    case "disappear": .disappear(try place(fields), id: try fields.stringIfPresent("id"))
    case "phase":
      .phase(
        try fields.word("to", of: SceneReport.self), scene: try scene(fields),
        reason: try fields.wordIfPresent("reason", of: ReportReason.self))
    case "custom": .custom(try CustomPost(fields))
    case "register": .register(try fields.string("handler"))
    case "unregister": .unregister(try fields.string("handler"))
    case "verdict": .verdict(gate: try fields.string("gate"), opensFor: try identity(fields))
    case "forget": .forget(try scope(fields))
    case "shutdown": .shutdown(grace: try fields.integer("graceMs"))
    case "kill": .end(.killed, version: try fields.stringIfPresent("version"))
    case "crash": .end(.crashed, version: try fields.stringIfPresent("version"))
    default: try query(fields)
    }
  }

  private static func place(_ fields: Fields) throws(FieldError) -> Place {
    Place(scope: try scope(fields), scene: try scene(fields))
  }

  private static func scope(_ fields: Fields) throws(FieldError) -> Scope {
    Scope(try fields.string("scope"), instance: try fields.stringIfPresent("instance"))
  }

  private static func scene(_ fields: Fields) throws(FieldError) -> SceneID {
    try fields.stringIfPresent("scene").map { SceneID($0) } ?? .main
  }

  private enum Verdict: String, CaseIterable {
    case open
    case closed
  }

  /// Who is in; nil for a verdict that closes.
  private static func identity(_ fields: Fields) throws(FieldError) -> Identity? {
    let identity = try fields.stringIfPresent("identity")
    switch try fields.word("to", of: Verdict.self) {
    case .open: return Identity(identity ?? "me")
    case .closed:
      guard identity == nil else { throw fields.error("identity", "only a verdict 'open' has one") }
      return nil
    }
  }

  private enum GateWord: String, CaseIterable {
    case pending
    case open
    case closed
    case timedOut
  }

  private static func query(_ fields: Fields) throws(FieldError) -> Action {
    guard fields.has("phase") || fields.has("gates") else {
      throw FieldError(line: fields.line, "a query asks for 'phase', 'gates' or both")
    }
    var gates: [String: String] = [:]
    if let value = fields.object["gates"] {
      let names = try Fields(names: value, line: fields.line, path: fields.path("gates"))
      for name in names.object.keys { gates[name] = try names.word(name, of: GateWord.self).rawValue }
    }
    return .query(phase: try fields.wordIfPresent("phase", of: Phase.self), gates: gates)
  }
}
