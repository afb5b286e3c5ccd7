package import LifebusJSON

/// A line of a plugin's that runs as a program.
package enum PluginReply: Equatable, Sendable {
  /// The answer to `start`: what the plugin wants and how it is to be treated, without the version.
  case handler(JSONObject)
  /// The other answer: it cannot work so.
  case refusal(String)
  /// A delivery is done.
  case done(Int, commit: [UInt8]?, note: String?)
  /// A delivery has failed; `again`: it may be tried again.
  case failed(Int, reason: String, again: Bool)
  /// A condition of the plugin's own is not met: it has not been called for the event, which counts as none that it wants.
  case unwanted(Int)
  case moreTime(Int, milliseconds: Int)
  /// Posts an event, caused by a delivery's or by nothing.
  case post(JSONObject, delivery: Int?)
  /// The verdict of the plugin's gate: open for an identity, or closed for a reason.
  case opens(identity: String, delivery: Int?)
  case closes(reason: String, delivery: Int?)
  case log(String)

  /// The most bytes of a committed value (64 KiB).
  package static let commitLimit = 1 << 16

  /// The line, without its end.
  package var line: String {
    var line = JSONLine()
    switch self {
    case .handler(let object): return Self.text(ofHandler: object)
    case .refusal(let reason):
      line.add("lifebus", Wire.version)
      line.add("error", reason)
    case .done(let number, let commit, let note):
      line.add("delivery", number)
      line.add("done", true)
      line.add("commit", commit.map(CommittedText.text))
      line.add("note", note)
    case .failed(let number, let reason, let again):
      line.add("delivery", number)
      line.add("failed", reason)
      if !again { line.add("again", false) }
    case .unwanted(let number):
      line.add("delivery", number)
      line.add("unwanted", true)
    case .moreTime(let number, let milliseconds):
      line.add("delivery", number)
      line.add("moreTimeMs", milliseconds)
    case .post(let event, let number):
      line.add("delivery", number)
      line.add("post", json: JSONValue.object(event).json)
    case .opens(let identity, let number):
      line.add("delivery", number)
      line.add("verdict", "open")
      line.add("identity", identity)
    case .closes(let reason, let number):
      line.add("delivery", number)
      line.add("verdict", "closed")
      line.add("reason", reason)
    case .log(let text): line.add("log", text)
    }
    return line.text
  }

  private static func text(ofHandler object: JSONObject) -> String {
    var whole = JSONObject()
    _ = whole.append("lifebus", .number("\(Wire.version)"))
    for member in object.members { _ = whole.append(member.key, member.value) }
    return JSONValue.object(whole).json
  }
}

// MARK: Reading

extension PluginReply {
  /// Reads a line of a plugin's.
  package init(_ bytes: [UInt8]) throws(WireError) {
    let members = try WireMembers(bytes, of: "the line")
    if members.object["lifebus"] != nil {
      self = try Self.answer(members)
    } else if let text = members.text("log") {
      self = .log(text)
    } else {
      self = try Self.report(members, members.number("delivery"))
    }
  }

  /// The answer to `start`.
  private static func answer(_ members: WireMembers) throws(WireError) -> PluginReply {
    guard members.number("lifebus") == Wire.version else { throw .otherVersion(members.number("lifebus")) }
    if let reason = members.text("error") { return .refusal(reason) }
    var handler = JSONObject()
    for member in members.object.members where member.key != "lifebus" { _ = handler.append(member.key, member.value) }
    return .handler(handler)
  }

  private static func report(_ members: WireMembers, _ number: Int?) throws(WireError) -> PluginReply {
    if let event = members.object.object("post") { return .post(event, delivery: number) }
    if let word = members.text("verdict") { return try verdict(word, members, number) }
    guard let number else { throw .malformed("the line says nothing that a host is told") }
    if members.isTrue("done") {
      guard members.object["failed"] == nil else { throw .malformed("the delivery \(number) is done, and has failed") }
      return .done(number, commit: try commit(members), note: try members.textIfPresent("note"))
    }
    if members.isTrue("unwanted") { return .unwanted(number) }
    if let reason = members.text("failed") {
      return .failed(number, reason: reason, again: try members.isTrueUnlessSaid("again"))
    }
    if let milliseconds = members.number("moreTimeMs"), milliseconds > 0 {
      return .moreTime(number, milliseconds: milliseconds)
    }
    throw .malformed("the line says nothing of the delivery \(number)")
  }

  private static func commit(_ members: WireMembers) throws(WireError) -> [UInt8]? {
    guard let text = try members.textIfPresent("commit") else { return nil }
    guard text.utf8.count <= commitLimit else { throw .malformed("'commit' has more than \(commitLimit) bytes") }
    guard let value = CommittedText.value(of: text) else { throw .malformed("what follows 'base64:' in 'commit' is no base64") }
    return value
  }

  private static func verdict(_ word: String, _ members: WireMembers, _ number: Int?) throws(WireError) -> PluginReply {
    switch word {
    case "open":
      guard let identity = members.text("identity") else { throw .malformed("an open gate needs 'identity'") }
      return .opens(identity: identity, delivery: number)
    case "closed": return .closes(reason: try members.textIfPresent("reason") ?? "closed", delivery: number)
    default: throw .malformed("the verdict '\(word)' is unknown; known are open, closed")
    }
  }
}
