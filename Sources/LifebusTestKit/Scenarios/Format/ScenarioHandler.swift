internal import Lifebus
internal import LifebusHandlerText
internal import LifebusJSON

/// A scripted handler: its clauses and its policy.
@dynamicMemberLookup
struct ScenarioHandler: Sendable {
  let name: String
  var clauses: [ScenarioClause] = []
  let text: PolicyText

  static let keys = CallScript.keys.union(PolicyText.keys).union(["on"])

  static func read(_ name: String, _ value: JSONValue, line: Int) throws(FieldError) -> ScenarioHandler {
    let fields = try Fields(value, line: line, path: "handlers.\(name)", known: keys)
    let script = try CallScript(fields)
    var clauses: [ScenarioClause] = []
    for value in try fields.list("on") {
      let path = "\(fields.path("on"))[\(clauses.count)]"
      clauses.append(try ScenarioClause.read(value, line: line, path: path, script: script))
    }
    return ScenarioHandler(name: name, clauses: clauses, text: try PolicyText(fields))
  }

  subscript<Trait>(dynamicMember trait: any KeyPath<PolicyText, Trait> & Sendable) -> Trait { text[keyPath: trait] }
}
