internal import Lifebus
package import LifebusJSON

extension PolicyWords {
  /// Adds the policy's members to a handler's object.
  package func add(to line: inout JSONLine) {
    line.add("timeoutMs", timeout)
    if timeout != nil { line.add("graceMs", grace) }
    if let retry { line.add("retry", json: retry.json) }
    if keepsDead { line.add("dead", true) }
    line.add("capacity", capacity)
    line.add("overflow", overflow)
    if !after.isEmpty { line.add("after", json: JSONValue.array(after.map { .string($0.rawValue) }).json) }
    if hasGate { line.add("gate", json: gateJSON) }
    line.add("behind", behind?.rawValue)
    if acrossIdentities { line.add("acrossIdentities", true) }
    if !replaysFacts { line.add("replay", "none") }
    if durability != .none { line.add("durable", true) }
    if durability == .atMostOnce { line.add("guarantee", "atMostOnce") }
  }

  private var gateJSON: String {
    var line = JSONLine()
    line.add("timeoutMs", gateLimit)
    if cancelsRunning { line.add("onClose", "cancelRunning") }
    return line.text
  }
}

extension Retry {
  fileprivate var json: String {
    var line = JSONLine()
    line.add("attempts", attempts)
    line.add("delayMs", delay.roundedMilliseconds)
    line.add("maxMs", maxDelay?.roundedMilliseconds)
    return line.text
  }
}
