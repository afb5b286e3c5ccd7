internal import Lifebus
internal import LifebusJSON

/// One clause of a scripted handler: what it wants, how often, and what its calls do.
struct ScenarioClause: Sendable {
  let kind: ScenarioKind
  var scope: String?
  var scene: String?
  var cause: Launch.Cause?
  var from: Phase?
  var to: Phase?
  var isEntry: Bool?
  var isExit: Bool?
  var once = Once.everyTime
  var keep = Keep.every
  var origin = Origin.anyProcess
  var script: CallScript

  /// Reads a clause: a kind alone, or an object.
  static func read(_ value: JSONValue, line: Int, path: String, script: CallScript) throws(ScenarioError) -> ScenarioClause {
    if case .string(let text) = value {
      guard let kind = ScenarioKind(text) else {
        throw ScenarioError(line: line, field: path, "'\(text)' is no kind; known are \(ScenarioKind.known)")
      }
      return ScenarioClause(kind: kind, script: script)
    }
    let fields = try Fields(value, line: line, path: path, known: keys)
    var clause = ScenarioClause(kind: try fields.kind("kind"), script: try CallScript(fields, otherwise: script))
    try clause.readFilters(fields)
    try clause.readTraits(fields)
    return clause
  }

  static let keys = CallScript.keys.union([
    "kind", "scope", "scene", "cause", "from", "to", "isEntry", "isExit", "once", "keep", "thisProcess",
  ])

  private mutating func readFilters(_ fields: Fields) throws(ScenarioError) {
    let allowed: Set<String> =
      switch kind {
      case .launch: ["cause"]
      case .appear, .firstAppear, .disappear: ["scope", "scene"]
      case .phaseChanged: ["scene", "from", "to", "isEntry", "isExit"]
      case .custom: []
      }
    for key in ["scope", "scene", "cause", "from", "to", "isEntry", "isExit"] where fields.has(key) && !allowed.contains(key) {
      throw fields.error(key, "an event of the kind \(kind) has none")
    }
    scope = try fields.stringIfPresent("scope")
    scene = try fields.stringIfPresent("scene")
    cause = try fields.wordIfPresent("cause", of: Launch.Cause.self)
    from = try fields.wordIfPresent("from", of: Phase.self)
    to = try fields.wordIfPresent("to", of: Phase.self)
    isEntry = try fields.boolIfPresent("isEntry")
    isExit = try fields.boolIfPresent("isExit")
  }

  private mutating func readTraits(_ fields: Fields) throws(ScenarioError) {
    if let text = try fields.stringIfPresent("once") {
      guard let once = Self.onceWords[text] else {
        throw fields.error("once", "'\(text)' is unknown; known are \(Self.onceWords.keys.sorted().joined(separator: ", "))")
      }
      self.once = once
    }
    if let text = try fields.stringIfPresent("keep") {
      guard text == "latest" else { throw fields.error("keep", "'\(text)' is unknown; known is latest") }
      keep = .latest
    }
    if try fields.bool("thisProcess") { origin = .thisProcess }
  }

  private static let onceWords: [String: Once] = [
    "perProcess": .perProcess, "perSession": .perSession, "perScope": .perScope, "perVersion": .perVersion,
    "perInstall": .perInstall, "perKey": .perKey,
  ]
}

extension ScenarioClause {
  /// True for a clause that gets every event of its kind.
  var hasNoFilter: Bool {
    scope == nil && scene == nil && cause == nil && from == nil && to == nil && isEntry == nil && isExit == nil
  }
}
