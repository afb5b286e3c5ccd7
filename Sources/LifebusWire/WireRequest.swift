package import LifebusJSON

/// What a client asks a host for, as the first line that it sends.
package enum WireRequest: Equatable, Sendable {
  /// Posts the events that follow; each is answered when it was accepted, or when it has settled or the time is over.
  case emit(wait: Wait, timeoutMilliseconds: Int)
  /// Sends what the bus does from now on.
  case tail(Tail)
  /// How the bus stands: one object.
  case status
  /// What the handlers are registered for: one object a handler.
  case plan
  /// The plugins that the host knows and has: one object a plugin.
  case plugins
  /// Has another program take the place of the one that is this plugin: one object.
  case reload(plugin: String)
  /// Why a handler, or each of them, was or was not called for an event: one object a handler.
  case explain(id: String, source: String?, handler: String?)
  /// What stands in the ledger, or a change of it.
  case ledger(LedgerRequest)

  /// What an emitted event is waited for.
  package enum Wait: String, Sendable, CaseIterable {
    case accepted
    case settled
  }

  /// What is sent of what the bus does.
  package struct Tail: Equatable, Sendable {
    /// Lines of JSON as the host's `--json`, or the timeline that it shows to people.
    package enum Form: String, Sendable, CaseIterable {
      case json
      case timeline
      /// A timeline with a terminal's colours.
      case colouredTimeline
    }

    package var form = Form.timeline
    /// Only what is about this handler.
    package var handler: String?
    /// Only what is about events of this kind: `appear`, `custom:NAME`.
    package var type: String?
    /// Ends after so many lines.
    package var count: Int?
    /// Ends when nothing can move any more.
    package var untilIdle = false

    package init() {}
  }

  /// The request on one line, without its end.
  package var line: String {
    var line = JSONLine()
    line.add("lifebus", Wire.version)
    line.add("do", verb)
    switch self {
    case .emit(let wait, let timeout):
      line.add("wait", wait.rawValue)
      line.add("timeoutMilliseconds", timeout)
    case .tail(let tail):
      line.add("form", tail.form.rawValue)
      line.add("handler", tail.handler)
      line.add("type", tail.type)
      line.add("count", tail.count)
      if tail.untilIdle { line.add("untilIdle", true) }
    case .explain(let id, let source, let handler):
      line.add("id", id)
      line.add("source", source)
      line.add("handler", handler)
    case .reload(let plugin): line.add("plugin", plugin)
    case .ledger(let request): request.add(to: &line)
    case .status, .plan, .plugins: break
    }
    return line.text
  }

  private var verb: String {
    switch self {
    case .emit: "emit"
    case .tail: "tail"
    case .status: "status"
    case .plan: "plan"
    case .plugins: "plugins"
    case .reload: "reload"
    case .explain: "explain"
    case .ledger: "ledger"
    }
  }
}

// MARK: Reading

extension WireRequest {
  /// Reads the first line that a client has sent.
  package init(_ bytes: [UInt8]) throws(WireError) {
    let members = try WireMembers(bytes, of: "the request")
    guard members.number("lifebus") == Wire.version else { throw .otherVersion(members.number("lifebus")) }
    switch members.text("do") {
    case "emit":
      guard let wait = members.choice("wait", Wait.self), let timeout = members.number("timeoutMilliseconds"), timeout >= 0
      else {
        throw .malformed("an 'emit' needs 'wait' and 'timeoutMilliseconds'")
      }
      self = .emit(wait: wait, timeoutMilliseconds: timeout)
    case "tail":
      guard let form = members.choice("form", Tail.Form.self) else { throw .malformed("a 'tail' needs 'form'") }
      var tail = Tail()
      tail.form = form
      tail.handler = members.text("handler")
      tail.type = members.text("type")
      tail.count = members.number("count")
      guard tail.count ?? 1 > 0 else { throw .malformed("a 'tail' has a 'count' of at least 1") }
      tail.untilIdle = members.isTrue("untilIdle")
      self = .tail(tail)
    case "status": self = .status
    case "plan": self = .plan
    case "plugins": self = .plugins
    case "reload":
      guard let plugin = members.text("plugin") else { throw .malformed("a 'reload' needs 'plugin'") }
      self = .reload(plugin: plugin)
    case "explain":
      guard let id = members.text("id") else { throw .malformed("an 'explain' needs 'id'") }
      self = .explain(id: id, source: members.text("source"), handler: members.text("handler"))
    case "ledger": self = .ledger(try LedgerRequest(members))
    case let verb: throw .malformed("'\(verb ?? "")' is nothing that this host does")
    }
  }
}

/// What is wrong with a line of the protocol.
package enum WireError: Error, Equatable, CustomStringConvertible {
  /// The other side speaks another version of the protocol; nil: it says none.
  case otherVersion(Int?)
  case malformed(String)

  package var description: String {
    switch self {
    case .otherVersion(let version): version.map { "it speaks protocol \($0)" } ?? "it names no version of the protocol"
    case .malformed(let problem): problem
    }
  }
}

/// The members of one line of the protocol.
package struct WireMembers {
  package let object: JSONObject

  package init(_ bytes: [UInt8], of what: String) throws(WireError) {
    guard let object = JSONObject(parsing: bytes) else { throw .malformed("\(what) is no JSON object") }
    self.object = object
  }

  package func text(_ key: String) -> String? { object.text(key) }

  /// A text that may be missing, or null.
  package func textIfPresent(_ key: String) throws(WireError) -> String? {
    switch object[key] {
    case nil, .null?: return nil
    case .string(let text)?: return text
    case let other?: throw .malformed("'\(key)' is \(other.typeName): give a string")
    }
  }

  /// Whether something is so, which it is if nothing is said.
  package func isTrueUnlessSaid(_ key: String) throws(WireError) -> Bool {
    switch object[key] {
    case nil, .null?: return true
    case .bool(let value)?: return value
    case let other?: throw .malformed("'\(key)' is \(other.typeName): give true or false")
    }
  }

  package func number(_ key: String) -> Int? { object.number(key) }

  /// A number that must be there.
  package func needed(_ key: String) throws(WireError) -> Int {
    guard let number = number(key) else { throw .malformed("'\(key)' is missing, or no whole number") }
    return number
  }

  package func isTrue(_ key: String) -> Bool { object.isTrue(key) }

  package func choice<Word: RawRepresentable<String>>(_ key: String, _: Word.Type) -> Word? {
    text(key).flatMap(Word.init(rawValue:))
  }
}
