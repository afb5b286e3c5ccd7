internal import Lifebus
internal import LifebusJSON

/// How a handler is to be treated, as text: whole milliseconds, and the words of a scenario.
package struct PolicyText: Sendable {
  package enum Guarantee: String, CaseIterable, Sendable {
    case atLeastOnce
    case atMostOnce
  }

  package struct RetryTrait: Sendable {
    package let attempts: Int
    package let delay: Int
    package let maxDelay: Int?
  }

  package struct GateTrait: Sendable {
    package let timeout: Int?
    package let cancelsRunning: Bool
  }

  package enum OverflowTrait: String, CaseIterable, Sendable {
    case dropOldest
    case dropNewest
    case refuse
    /// `publish` waits, which no scenario's does.
    case wait
  }

  package var timeout: Int?
  package var grace = 0
  package var retry: RetryTrait?
  package var keepsDead = false
  package var capacity: Int?
  package var overflow: OverflowTrait?
  package var after: [String] = []
  package var gate: GateTrait?
  package var behind: String?
  package var acrossIdentities = false
  /// Nil for a handler that is not durable.
  package var guarantee: Guarantee?
  package var replaysFacts = true

  package static let keys: Set<String> = [
    "timeoutMs", "graceMs", "retry", "dead", "capacity", "overflow", "after", "gate", "behind", "acrossIdentities",
    "durable", "guarantee", "replay",
  ]

  package init() {}

  /// Reads the members of a handler's object; `waits`: a full backlog may have `publish` wait.
  package init(_ fields: Fields, waits: Bool = false) throws(FieldError) {
    try readTime(fields)
    try readBarriers(fields)
    try readDurability(fields)
    guard waits || overflow != .wait else {
      throw fields.error("overflow", "'wait' is unknown; known are dropOldest, dropNewest, refuse")
    }
  }

  private mutating func readTime(_ fields: Fields) throws(FieldError) {
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

  private mutating func readBarriers(_ fields: Fields) throws(FieldError) {
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

  private mutating func readDurability(_ fields: Fields) throws(FieldError) {
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
