internal import LifebusJSON

/// What a client asks about a ledger, or has done to it.
package enum LedgerRequest: Equatable, Sendable {
  /// Deliveries in the order of their events: one object each, and one with the number of those that are left out.
  case ls(Choice)
  /// The event of an id or a place in the log, with its deliveries: one object for each that bears the name.
  case show(String)
  /// Has dead letters delivered again: one object each.
  case redrive(DeadLetters)
  /// Gives dead letters up: one object each.
  case discard(DeadLetters)
  /// Has a handler that is not there lose its place: one object.
  case forget(handler: String)
  /// Lifts a handler's quarantine: one object.
  case release(handler: String)
  /// Looks at all that is stored: one object for each finding, or one that says that there is none.
  case verify

  /// Which deliveries are listed.
  package struct Choice: Equatable, Sendable {
    /// Those of this handler.
    package var handler: String?
    /// Those in these states; nil: in any.
    package var states: [String]?
    /// The newest so many.
    package var limit: Int?

    package init() {}
  }

  /// Dead letters of one handler.
  package struct DeadLetters: Equatable, Sendable {
    package let handler: String
    /// The event's place in the log; nil: all of them.
    package let sequence: Int?

    package init(handler: String, sequence: Int?) {
      self.handler = handler
      self.sequence = sequence
    }
  }
}

// MARK: On the wire

extension LedgerRequest {
  func add(to line: inout JSONLine) {
    switch self {
    case .ls(let choice):
      line.add("action", "ls")
      line.add("handler", choice.handler)
      line.add("states", choice.states?.joined(separator: ","))
      line.add("limit", choice.limit)
    case .show(let name):
      line.add("action", "show")
      line.add("event", name)
    case .redrive(let letters): Self.add("redrive", letters.handler, letters.sequence, to: &line)
    case .discard(let letters): Self.add("discard", letters.handler, letters.sequence, to: &line)
    case .forget(let handler): Self.add("forget", handler, to: &line)
    case .release(let handler): Self.add("release", handler, to: &line)
    case .verify: line.add("action", "verify")
    }
  }

  private static func add(_ action: String, _ handler: String, _ sequence: Int? = nil, to line: inout JSONLine) {
    line.add("action", action)
    line.add("handler", handler)
    line.add("sequence", sequence)
  }

  init(_ members: WireMembers) throws(WireError) {
    switch members.text("action") {
    case "ls": self = .ls(try Choice(members))
    case "show":
      guard let name = members.text("event") else { throw .malformed("a 'show' needs 'event'") }
      self = .show(name)
    case "redrive": self = .redrive(try DeadLetters(members))
    case "discard": self = .discard(try DeadLetters(members))
    case "forget": self = .forget(handler: try members.handler())
    case "release": self = .release(handler: try members.handler())
    case "verify": self = .verify
    case let action: throw .malformed("'\(action ?? "")' is nothing that this host does with its ledger")
    }
  }
}

extension LedgerRequest.Choice {
  fileprivate init(_ members: WireMembers) throws(WireError) {
    handler = members.text("handler")
    states = members.text("states")?.split(separator: ",").map(String.init)
    limit = members.number("limit")
    guard limit ?? 1 > 0 else { throw .malformed("an 'ls' has a 'limit' of at least 1") }
  }
}

extension LedgerRequest.DeadLetters {
  fileprivate init(_ members: WireMembers) throws(WireError) {
    self.init(handler: try members.handler(), sequence: members.number("sequence"))
  }
}

extension WireMembers {
  fileprivate func handler() throws(WireError) -> String {
    guard let handler = text("handler") else { throw .malformed("a '\(text("action") ?? "")' needs 'handler'") }
    return handler
  }
}
