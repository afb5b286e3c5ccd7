internal import LifebusHandlerText
internal import LifebusJSON

/// One clause of a scripted handler: what it wants, how often, and what its calls do.
@dynamicMemberLookup
struct ScenarioClause: Sendable {
  let kind: EventKind
  let text: ClauseText
  var script: CallScript

  /// Reads a clause: a kind alone, or an object.
  static func read(_ value: JSONValue, line: Int, path: String, script: CallScript) throws(FieldError) -> ScenarioClause {
    if case .string(let text) = value {
      guard let kind = EventKind(text) else {
        throw FieldError(line: line, field: path, "'\(text)' is no kind; known are \(EventKind.known)")
      }
      return ScenarioClause(kind: kind, text: ClauseText(kind: kind), script: script)
    }
    let fields = try Fields(value, line: line, path: path, known: keys)
    let kind = try fields.kind("kind")
    let own = try CallScript(fields, otherwise: script)
    return ScenarioClause(kind: kind, text: try ClauseText(kind: kind, fields), script: own)
  }

  static let keys = CallScript.keys.union(ClauseText.keys)

  subscript<Trait>(dynamicMember trait: any KeyPath<ClauseText, Trait> & Sendable) -> Trait { text[keyPath: trait] }
}
