/// The kinds of events that can be emitted, and what can be said of each.
enum EventKind: String, CaseIterable {
  case launch
  case appear
  case disappear
  case phase
  case custom

  /// Reads a kind, and says of what the bus derives that it cannot be emitted.
  init(reading word: String) throws(UsageError) {
    if let kind = EventKind(rawValue: word) {
      self = kind
      return
    }
    switch word {
    case "firstAppear": throw UsageError("'firstAppear' is derived by the bus: emit 'appear' instead")
    case "phaseChanged": throw UsageError("'phaseChanged' is derived by the bus: emit 'phase' instead")
    default:
      throw UsageError(
        "'\(word)' is unknown; known are \(Self.allCases.map(\.rawValue).joined(separator: ", ")) and - for lines")
    }
  }

  /// What the name after the kind stands for: its field in an event, and how the help calls it; nil: there is none.
  var subject: (field: StaticString, word: String)? {
    switch self {
    case .launch: nil
    case .appear, .disappear: ("scope", "SCOPE")
    case .phase: ("to", "PHASE")
    case .custom: ("name", "NAME")
    }
  }

  /// The options that say more of it, beside those that all have.
  var options: [Option] {
    switch self {
    case .launch: [EventOptions.cause]
    case .appear, .disappear: [EventOptions.instance, EventOptions.scene]
    case .phase: [EventOptions.scene, EventOptions.reason]
    case .custom: [EventOptions.data, EventOptions.key]
    }
  }
}

/// The options that say what an event is.
enum EventOptions {
  static let cause = Option(
    "--cause", .word(["user", "background", "prewarm", "unknown"]), "launch: why the process was started")
  static let instance = Option("--instance", .text("I"), "appear, disappear: which of several of the scope")
  static let scene = Option("--scene", .text("S"), "appear, disappear, phase: the window (default: main)")
  static let reason = Option("--reason", .word(["configurationChange"]), "phase: why")
  static let data = Option("--data", .text("JSON|@FILE"), "custom: its attributes, a JSON object")
  static let key = Option("--key", .text("K"), "custom: what it is done once for")
  static let id = Option("--id", .text("ID"), "the event's id: what was accepted with the same one is not delivered again")
  static let source = Option("--source", .text("SOURCE"), "who gave the id; goes with --id")

  /// What belongs to some kinds only.
  static let ofKinds = [cause, instance, scene, reason, data, key]
  static let all = ofKinds + [id, source]
}
