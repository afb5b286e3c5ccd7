package import Lifebus
package import LifebusJSON

/// What a clause wants, and how often, as text.
package struct ClauseText: Sendable {
  /// Nil: every kind.
  package let kind: EventKind?
  package var scope: String?
  package var scene: String?
  package var cause: Launch.Cause?
  package var from: Phase?
  package var to: Phase?
  package var isEntry: Bool?
  package var isExit: Bool?
  package var once = Once.everyTime
  package var keep = Keep.every
  package var origin = Origin.anyProcess
  /// Tells it apart from another once-only clause of its kind.
  package var name: String?

  package static let keys: Set<String> = [
    "kind", "scope", "scene", "cause", "from", "to", "isEntry", "isExit", "once", "keep", "thisProcess",
  ]

  /// What a program's clauses may have beside that: a scenario's have no need of it.
  private static let programKeys: Set<String> = keys.union(["name", "filter"])

  package init(kind: EventKind?) { self.kind = kind }

  /// Reads a clause of a program: a kind alone, `any` for all, or an object.
  ///
  /// A condition of the program's own (`"filter":true`) is asked there.
  package init(ofProgram value: JSONValue, path: String) throws(FieldError) {
    if case .string(let text) = value {
      self.init(kind: try Self.kind(text, path))
      return
    }
    let fields = try Fields(value, line: 1, path: path, known: Self.programKeys)
    try self.init(kind: try Self.kind(try fields.string("kind"), fields.path("kind")), fields)
    name = try fields.stringIfPresent("name")
    _ = try fields.bool("filter")
  }

  private static func kind(_ text: String, _ path: String) throws(FieldError) -> EventKind? {
    if text == "any" { return nil }
    guard let kind = EventKind(text) else {
      throw FieldError(line: 1, field: path, "'\(text)' is no kind; known are \(EventKind.known), any")
    }
    return kind
  }

  /// Reads the members of a clause's object.
  package init(kind: EventKind?, _ fields: Fields) throws(FieldError) {
    self.kind = kind
    try readFilters(fields)
    try readTraits(fields)
  }

  private mutating func readFilters(_ fields: Fields) throws(FieldError) {
    let allowed: Set<String> =
      switch kind {
      case .launch: ["cause"]
      case .appear, .firstAppear, .disappear: ["scope", "scene"]
      case .phaseChanged: ["scene", "from", "to", "isEntry", "isExit"]
      case .custom, nil: []
      }
    for key in ["scope", "scene", "cause", "from", "to", "isEntry", "isExit"] where fields.has(key) && !allowed.contains(key) {
      throw fields.error(key, "an event of the kind \(kind?.description ?? "any") has none")
    }
    scope = try fields.stringIfPresent("scope")
    scene = try fields.stringIfPresent("scene")
    cause = try fields.wordIfPresent("cause", of: Launch.Cause.self)
    from = try fields.wordIfPresent("from", of: Phase.self)
    to = try fields.wordIfPresent("to", of: Phase.self)
    isEntry = try fields.boolIfPresent("isEntry")
    isExit = try fields.boolIfPresent("isExit")
  }

  private mutating func readTraits(_ fields: Fields) throws(FieldError) {
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

extension ClauseText {
  /// True for a clause that gets every event of its kind.
  package var hasNoFilter: Bool {
    scope == nil && scene == nil && cause == nil && from == nil && to == nil && isEntry == nil && isExit == nil
  }
}

// MARK: Filters

extension ClauseText {
  package var launchFilter: (@Sendable (Launch) -> Bool)? {
    guard let cause else { return nil }
    return { $0.cause == cause }
  }

  /// The scope is a trait of the clause's own.
  package func placeFilter<Event: PlacedEvent>() -> (@Sendable (Event) -> Bool)? {
    guard let scene else { return nil }
    return { $0.place.scene.rawValue == scene }
  }

  package var phaseFilter: (@Sendable (PhaseChanged) -> Bool)? {
    guard !hasNoFilter else { return nil }
    return { [self] change in
      (from ?? change.from) == change.from && (to ?? change.to) == change.to
        && (isEntry ?? change.isEntry) == change.isEntry && (isExit ?? change.isExit) == change.isExit
        && (scene ?? change.scene.rawValue) == change.scene.rawValue
    }
  }
}
