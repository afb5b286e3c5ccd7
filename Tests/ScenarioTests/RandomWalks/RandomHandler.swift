@testable import LifebusTestKit

/// Makes handlers with clauses and policies of all kinds.
struct RandomHandler {
  static let longestCall = 200

  let gates: [String]
  /// The gates that cancel what runs.
  let cancelling: Set<String>
  let isNarrow: Bool
  var generator: SeededGenerator
  /// Whom a later handler may be after.
  private var earlier: [String] = []

  init(gates: [String], cancelling: Set<String>, isNarrow: Bool, generator: SeededGenerator) {
    (self.gates, self.cancelling, self.isNarrow) = (gates, cancelling, isNarrow)
    self.generator = generator
  }

  private mutating func number(_ least: Int, _ most: Int) -> Int { Int.random(in: least...most, using: &generator) }

  private mutating func chance(_ percent: Int) -> Bool { number(1, 100) <= percent }

  private mutating func one(of texts: String...) -> String { texts.randomElement(using: &generator) ?? "" }

  mutating func make(_ name: String) -> DraftScenario.Handler {
    var handler = DraftScenario.Handler(name: name)
    let isDurable = chance(isNarrow ? 10 : 30)
    let isAtMostOnce = isDurable && chance(30)
    let all = isNarrow ? ["custom:x", "appear"] : RandomScenario.kinds
    var kinds = Array(all.shuffled(using: &generator).prefix(number(1, 4)))
    if chance(25), let again = kinds.first { kinds.append(again) }
    var onceKinds: Set<String> = []
    for kind in kinds {
      let mayBeOnce = !isAtMostOnce && !onceKinds.contains(kind)
      handler.clauses.append(clause(kind, isDurable: isDurable, mayBeOnce: mayBeOnce, &onceKinds))
    }
    if isDurable { handler.traits.append(.init("durable", "true")) }
    if isAtMostOnce { handler.traits.append(.init("guarantee", text: "atMostOnce")) }
    addTimes(&handler, mayRetry: !isAtMostOnce, mayRefuse: !kinds.contains("custom:x") && !kinds.contains("custom:y"))
    addBarriers(&handler, isAtMostOnce: isAtMostOnce)
    if !isDurable, chance(25) {
      handler.arrival = chance(50) ? .late : .reserved(kind: kinds.randomElement(using: &generator) ?? kinds[0])
      if chance(20) { handler.traits.append(.init("replay", text: "none")) }
    } else {
      earlier.append(name)
    }
    return handler
  }

  private mutating func clause(
    _ kind: String, isDurable: Bool, mayBeOnce: Bool, _ onceKinds: inout Set<String>
  ) -> DraftScenario.Members {
    var clause: DraftScenario.Members = [.init("kind", text: kind)]
    clause += filters(kind)
    if mayBeOnce, chance(isNarrow ? 60 : 30) {
      var words = ["perVersion", "perInstall"]
      if !isDurable { words += ["perProcess", "perSession"] + (kind.lowercased().hasSuffix("appear") ? ["perScope"] : []) }
      if kind.hasPrefix("custom:") { words.append("perKey") }
      clause.append(.init("once", text: words.randomElement(using: &generator) ?? "perInstall"))
      onceKinds.insert(kind)
    } else if chance(20) {
      clause.append(.init("keep", text: "latest"))
    }
    if isDurable, chance(15) { clause.append(.init("thisProcess", "true")) }
    return clause + script()
  }

  private mutating func filters(_ kind: String) -> DraftScenario.Members {
    guard chance(35) else { return [] }
    switch kind {
    case "launch": return [.init("cause", text: one(of: "user", "background"))]
    case "phaseChanged":
      return chance(60)
        ? [.init(one(of: "isEntry", "isExit"), one(of: "true", "false"))]
        : [.init(one(of: "from", "to"), text: one(of: "active", "inactive", "background"))]
    case "appear", "firstAppear", "disappear":
      return chance(70) ? [.init("scope", text: one(of: "a", "b"))] : [.init("scene", text: one(of: "main", "second"))]
    default: return []
    }
  }

  /// Times that are odd: limits are even, so that no call returns just at one.
  private mutating func script() -> DraftScenario.Members {
    var script: DraftScenario.Members = []
    if chance(60) { script.append(.init("durationMs", 2 * number(0, Self.longestCall / 2) + 1)) }
    if chance(25) { script.append(.init("fails", one(of: "1", "2", "\"always\""))) }
    if chance(5) { script.append(.init("hangs", one(of: "1", "\"always\""))) }
    if chance(15) { script.append(.init("ignoresCancel", "true")) }
    return script
  }

  private mutating func addTimes(_ handler: inout DraftScenario.Handler, mayRetry: Bool, mayRefuse: Bool) {
    if chance(30) {
      handler.traits += [.init("timeoutMs", 2 * number(5, 100)), .init("graceMs", 2 * number(0, 50))]
    }
    if mayRetry, chance(40) {
      handler.traits.append(.init("retry", "{\"attempts\":\(number(2, 4)),\"delayMs\":\(number(0, 100))}"))
    }
    if chance(20) { handler.traits.append(.init("dead", "true")) }
    if chance(25) {
      let word = one(of: "dropOldest", "dropNewest", mayRefuse ? "refuse" : "dropOldest")
      handler.traits += [.init("capacity", number(1, 3)), .init("overflow", text: word)]
    }
  }

  private mutating func addBarriers(_ handler: inout DraftScenario.Handler, isAtMostOnce: Bool) {
    if chance(30), let name = earlier.randomElement(using: &generator) {
      handler.traits.append(.init("after", "[\"\(name)\"]"))
    }
    guard chance(60), let gate = gates.randomElement(using: &generator) else { return }
    if isAtMostOnce, cancelling.contains(gate) { return }
    handler.traits.append(.init("behind", text: gate))
    if chance(15) { handler.traits.append(.init("acrossIdentities", "true")) }
  }
}
