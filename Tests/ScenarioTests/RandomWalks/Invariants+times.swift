import LifebusHandlerText

@testable import Lifebus
@testable import LifebusTestKit

/// Calls take the time that their script and limits give them.
extension Invariants {
  mutating func checkTimes() {
    for call in trace.calls {
      guard let handler = scenario.handler(named: call.handler), handler.clauses.indices.contains(call.clause) else { continue }
      checkEnd(call, handler)
      if let end = implied.shutdowns[call.process], call.time > end {
        fail("\(call.handler) is called for \(call.line) at \(call.time), and the shutdown had ended by \(end)")
      }
    }
  }

  private mutating func checkEnd(_ call: PlayedCall, _ handler: ScenarioHandler) {
    let script = handler.clauses[call.clause].script
    guard let end = call.endTime, script.hangs == .never else { return }
    let limit = script.ignoresCancel ? script.duration : min(script.duration, handler.timeout ?? script.duration)
    if end > call.time + limit {
      fail("\(call.handler)'s call for \(call.line) has begun at \(call.time) and ended at \(end), after more than \(limit)")
    }
  }
}
