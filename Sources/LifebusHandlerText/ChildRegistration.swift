package import Lifebus
package import LifebusJSON

/// What a plugin's program has said it wants, read and checked.
package struct ChildRegistration: Sendable {
  /// The answer as it was written: another one is another registration.
  package let text: String
  package let clauses: [ClauseText]
  package let policy: Policy

  private static let keys = PolicyText.keys.union(["on", "id"])

  /// Reads the answer to `start`.
  ///
  /// - Throws: What is wrong, with the field.
  package init(_ answer: JSONObject, name: HandlerID) throws(FieldError) {
    text = JSONValue.object(answer).json
    let fields = try Fields(.object(answer), line: 1, known: Self.keys)
    if let id = try fields.stringIfPresent("id"), id != name.rawValue {
      throw fields.error("id", "'\(id)' is not the program's name, '\(name)': name the program so")
    }
    var clauses: [ClauseText] = []
    for value in try fields.list("on") {
      clauses.append(try ClauseText(ofProgram: value, path: "on[\(clauses.count)]"))
    }
    self.clauses = clauses
    policy = try Self.policy(fields)
  }

  private static func policy(_ fields: Fields) throws(FieldError) -> Policy {
    let text = try PolicyText(fields, waits: true)
    var policy = text.policy
    if text.grace == 0 { policy.grace = Policy().grace }
    // A program is written before anybody knows which plugins stand beside it.
    policy.behind = policy.behind.map { .ifPresent($0.name) }
    return policy
  }

  /// Registers the program's clauses, each with the same body.
  package func register<Handler: LifecycleHandler>(
    _ handler: Handler, on bus: LifecycleBus, runsOn placement: Placement = .sharedPool,
    _ body: @escaping @Sendable (isolated Handler, Delivery<AnyEvent>) async throws -> Void
  ) throws {
    var policy = policy
    policy.runsOn = placement
    try bus.register(handler, policy: policy) { on in
      for clause in clauses { on.add(clause, body) }
    }
  }
}
