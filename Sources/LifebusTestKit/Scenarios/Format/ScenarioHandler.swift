internal import Lifebus
internal import LifebusJSON

/// A scripted handler: its clauses and its policy.
struct ScenarioHandler: Sendable {
  enum Guarantee: String, CaseIterable, Sendable {
    case atLeastOnce
    case atMostOnce
  }

  struct RetryTrait: Sendable {
    let attempts: Int
    let delay: Int
    let maxDelay: Int?
  }

  struct GateTrait: Sendable {
    let timeout: Int?
    let cancelsRunning: Bool
  }

  enum OverflowTrait: String, CaseIterable, Sendable {
    case dropOldest
    case dropNewest
    case refuse
  }

  let name: String
  var clauses: [ScenarioClause] = []
  var timeout: Int?
  var grace = 0
  var retry: RetryTrait?
  var keepsDead = false
  var capacity: Int?
  var overflow: OverflowTrait?
  var after: [String] = []
  var gate: GateTrait?
  var behind: String?
  var acrossIdentities = false
  /// Nil for a handler that is not durable.
  var guarantee: Guarantee?
  var replaysFacts = true

  static let keys = CallScript.keys.union([
    "on", "timeoutMs", "graceMs", "retry", "dead", "capacity", "overflow", "after", "gate", "behind", "acrossIdentities",
    "durable", "guarantee", "replay",
  ])

  static func read(_ name: String, _ value: JSONValue, line: Int) throws(ScenarioError) -> ScenarioHandler {
    let fields = try Fields(value, line: line, path: "handlers.\(name)", known: keys)
    var handler = ScenarioHandler(name: name)
    let script = try CallScript(fields)
    for value in try fields.list("on") {
      let path = "\(fields.path("on"))[\(handler.clauses.count)]"
      handler.clauses.append(try ScenarioClause.read(value, line: line, path: path, script: script))
    }
    try handler.readTime(fields)
    try handler.readBarriers(fields)
    try handler.readDurability(fields)
    return handler
  }

  private mutating func readTime(_ fields: Fields) throws(ScenarioError) {
    timeout = try fields.integerIfPresent("timeoutMs", least: 1)
    grace = try fields.integerIfPresent("graceMs") ?? 0
    keepsDead = try fields.bool("dead")
    capacity = try fields.integerIfPresent("capacity", least: 1)
    overflow = try fields.wordIfPresent("overflow", of: OverflowTrait.self)
    if (capacity == nil) != (overflow == nil) {
      let missing = capacity == nil ? "capacity" : "overflow"
      throw fields.error(missing, "is missing: 'capacity' and 'overflow' belong together")
    }
    guard let value = fields.object["retry"] else { return }
    let retry = try Fields(value, line: fields.line, path: fields.path("retry"), known: ["attempts", "delayMs", "maxMs"])
    self.retry = RetryTrait(
      attempts: try retry.integer("attempts", least: 1), delay: try retry.integer("delayMs"),
      maxDelay: try retry.integerIfPresent("maxMs"))
  }

  private mutating func readBarriers(_ fields: Fields) throws(ScenarioError) {
    after = fields.has("after") ? try fields.strings("after") : []
    behind = try fields.stringIfPresent("behind")
    acrossIdentities = try fields.bool("acrossIdentities")
    guard let value = fields.object["gate"] else { return }
    let gate = try Fields(value, line: fields.line, path: fields.path("gate"), known: ["timeoutMs", "onClose"])
    let onClose = try gate.stringIfPresent("onClose")
    guard onClose == nil || onClose == "cancelRunning" else {
      throw gate.error("onClose", "'\(onClose ?? "")' is unknown; known is cancelRunning")
    }
    self.gate = GateTrait(timeout: try gate.integerIfPresent("timeoutMs"), cancelsRunning: onClose != nil)
  }

  private mutating func readDurability(_ fields: Fields) throws(ScenarioError) {
    let isDurable = try fields.bool("durable")
    let guarantee = try fields.wordIfPresent("guarantee", of: Guarantee.self)
    guard isDurable || guarantee == nil else {
      throw fields.error("guarantee", "is for durable handlers: say \"durable\": true")
    }
    self.guarantee = isDurable ? guarantee ?? .atLeastOnce : nil
    guard let replay = try fields.stringIfPresent("replay") else { return }
    guard replay == "none" else { throw fields.error("replay", "'\(replay)' is unknown; known is none") }
    replaysFacts = false
  }
}
