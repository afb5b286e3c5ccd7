internal import Lifebus
internal import LifebusHandlerText
internal import LifebusJSON

/// Reads the parts of `expect`, and checks the names in them.
struct ExpectationReader {
  let fields: Fields
  let handlers: Set<String>

  /// Reads `{HANDLER: {WORD: n}}`.
  func counts(_ key: String, _ isKnown: (String) -> Bool) throws(FieldError) -> Expectation.Counts {
    guard let value = fields.object[key] else { return [:] }
    let named = try Fields(names: value, line: fields.line, path: fields.path(key))
    var counts: Expectation.Counts = [:]
    for member in named.object.members {
      try check(handler: member.key, named, member.key)
      counts[member.key] = try numbers(member.value, path: named.path(member.key), isKnown)
    }
    return counts
  }

  private func numbers(_ value: JSONValue, path: String, _ isKnown: (String) -> Bool) throws(FieldError) -> [String: Int] {
    let words = try Fields(names: value, line: fields.line, path: path)
    var numbers: [String: Int] = [:]
    for word in words.object.keys {
      guard isKnown(word) else { throw words.error(word, "'\(word)' is unknown") }
      numbers[word] = try words.integer(word)
    }
    return numbers
  }

  func phases() throws(FieldError) -> [String]? {
    guard fields.has("phases") else { return nil }
    let changes = try fields.strings("phases")
    for (index, change) in changes.enumerated() {
      let parts = change.split(separator: ">", omittingEmptySubsequences: false)
      guard parts.count == 2, parts.allSatisfy({ Phase(rawValue: String($0)) != nil }) else {
        throw fields.error("phases[\(index)]", "expected a change such as background>inactive, found '\(change)'")
      }
    }
    return changes
  }

  func traces() throws(FieldError) -> [String: [String]] {
    guard let value = fields.object["trace"] else { return [:] }
    let named = try Fields(names: value, line: fields.line, path: fields.path("trace"))
    var traces: [String: [String]] = [:]
    for handler in named.object.keys {
      try check(handler: handler, named, handler)
      let calls = try named.strings(handler)
      for (index, call) in calls.enumerated() where !Self.isCall(call) {
        throw named.error("\(handler)[\(index)]", "expected a call such as '10 appear(home) #2 replayed', found '\(call)'")
      }
      traces[handler] = calls
    }
    return traces
  }

  private static func isCall(_ text: String) -> Bool {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, Int(parts[0]) != nil else { return false }
    return EventKind.words.keys.contains { parts[1].hasPrefix($0) } || parts[1].hasPrefix("custom:")
  }

  func order() throws(FieldError) -> [(first: TraceReference, second: TraceReference)] {
    guard fields.has("order") else { return [] }
    var pairs: [(first: TraceReference, second: TraceReference)] = []
    for value in try fields.list("order") {
      let key = "order[\(pairs.count)]"
      guard case .array(let pair) = value, pair.count == 2 else { throw fields.error(key, "expected a list of two") }
      pairs.append((try reference(pair[0], "\(key)[0]"), try reference(pair[1], "\(key)[1]")))
    }
    return pairs
  }

  func never() throws(FieldError) -> [TraceReference] {
    guard fields.has("never") else { return [] }
    var references: [TraceReference] = []
    for value in try fields.list("never") { references.append(try reference(value, "never[\(references.count)]")) }
    return references
  }

  private func reference(_ value: JSONValue, _ key: String) throws(FieldError) -> TraceReference {
    guard case .string(let text) = value else { throw fields.error(key, "expected a string, found \(value.typeName)") }
    guard let reference = TraceReference(text, handlers: handlers) else {
      throw fields.error(
        key, "expected HANDLER:KIND(WHAT)@N/end or HANDLER:stop@N of a known handler and kind, found '\(text)'")
    }
    return reference
  }

  func reports() throws(FieldError) -> ReportCounts? {
    guard let value = fields.object["reports"] else { return nil }
    let words = try Fields(
      value, line: fields.line, path: fields.path("reports"), known: ReportCounts.plainWords.union(ReportCounts.handlerWords))
    var counts = ReportCounts()
    for member in words.object.members {
      if ReportCounts.plainWords.contains(member.key) {
        counts.plain[member.key] = try words.integer(member.key)
      } else {
        counts.handlers[member.key] = try numbers(member.value, path: words.path(member.key)) { handlers.contains($0) }
      }
    }
    return counts
  }

  private func check(handler: String, _ fields: Fields, _ key: String) throws(FieldError) {
    guard handlers.contains(handler) else { throw fields.error(key, "there is no handler '\(handler)'") }
  }
}
