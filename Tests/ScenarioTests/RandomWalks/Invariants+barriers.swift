import LifebusHandlerText

@testable import Lifebus
@testable import LifebusTestKit

/// Nobody passes a shut gate, does another identity's work, or overtakes whom it comes after.
extension Invariants {
  mutating func checkBarriers() {
    for (delivery, calls) in calls.sorted(by: { $0.key < $1.key }) {
      if let gate = handler(of: delivery).behind { checkGate(gate, delivery, calls) }
      for name in handler(of: delivery).after { checkAfter(name, delivery, calls) }
    }
  }

  private mutating func checkGate(_ gate: String, _ delivery: Int, _ calls: [PlayedCall]) {
    let isAcross = handler(of: delivery).acrossIdentities
    var owner = implied.deliveries[delivery].owner
    for call in calls {
      guard let identity = implied.gates[call.appliedLine][gate] else {
        fail("\(name(delivery)) is called at \(call.time) while its gate is shut")
        continue
      }
      if let owner, !isAcross, owner != identity {
        fail("\(name(delivery)) is \(owner)'s, and is called at \(call.time) while \(identity) is in")
      }
      owner = owner ?? identity
    }
  }

  private mutating func checkAfter(_ before: String, _ delivery: Int, _ calls: [PlayedCall]) {
    guard !trace.quarantined.contains(before), let other = scenario.handlers.firstIndex(where: { $0.name == before }) else {
      return
    }
    let event = implied.deliveries[delivery].event
    for call in calls where implied.unregistered[call.process]?.contains(other) != true && !isStuck(other, at: call) {
      for earlier in implied.deliveries.indices where implied.deliveries[earlier].handler == other {
        let isThere = scenario.handlers[other].guarantee != nil || process(of: earlier) == call.process
        guard isThere, implied.deliveries[earlier].event <= event else { continue }
        if outcomes[earlier]?.contains(where: { $0.time <= call.time }) != true {
          fail("\(name(delivery)) is called at \(call.time) before \(name(earlier)) has ended")
        }
      }
    }
  }

  /// Whether a handler is in a call that has outlived its limit and grace.
  private func isStuck(_ handler: Int, at moment: PlayedCall) -> Bool {
    let handler = scenario.handlers[handler]
    guard let timeout = handler.timeout else { return false }
    return trace.calls.contains { call in
      call.handler == handler.name && call.process == moment.process && call.time + timeout + handler.grace <= moment.time
        && call.endTime.map { $0 >= moment.time } ?? true
    }
  }
}
