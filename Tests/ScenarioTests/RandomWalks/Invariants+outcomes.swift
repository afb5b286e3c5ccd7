import LifebusHandlerText

@testable import Lifebus
@testable import LifebusTestKit

/// Every delivery has one outcome, for a reason that the input gives, or is still there at the end.
extension Invariants {
  mutating func checkOutcomes() {
    for (delivery, outcomes) in outcomes.sorted(by: { $0.key < $1.key }) {
      if outcomes.count > 1 { fail("\(name(delivery)) has the outcomes \(outcomes.map(\.word))") }
      for outcome in outcomes where !isReasonable(outcome, delivery) {
        fail("\(name(delivery)) is \(outcome.word), for which the input gives no reason")
      }
    }
  }

  private func isReasonable(_ outcome: PlayedOutcome, _ delivery: Int) -> Bool {
    let (handler, implied) = (handler(of: delivery), self.implied.deliveries[delivery])
    guard !implied.isPassed, let clause = implied.clause.map({ handler.clauses[$0] }) else {
      return outcome.word == "identityChanged" || outcome.word == "leftover"
    }
    let script = clause.script
    let isEnded = self.implied.unregistered[outcome.process]?.contains(implied.handler) == true
    let isCalled = calls[delivery] != nil
    switch outcome.word {
    case "done": return isCalled && script.fails != .always && script.hangs != .always
    case "failed": return isCalled && script.fails != .never && (!handler.keepsDead || isEnded)
    case "timedOut": return isCalled && handler.timeout != nil && (!handler.keepsDead || isEnded)
    case "dead": return isCalled && handler.keepsDead && (script.fails != .never || handler.timeout != nil)
    case "duplicate": return clause.once != .everyTime
    case "collapsed": return clause.keep == .latest && !isCalled && hasNewer(delivery)
    case "dropped": return handler.capacity != nil && handler.overflow != .refuse && !isCalled
    case "ended": return isEnded
    case "leftover": return self.implied.shutdowns[outcome.process] != nil && handler.guarantee == nil
    case "expired": return clause.origin == .thisProcess && outcome.process > process(of: delivery)
    case "interrupted": return isCalled && handler.guarantee == .atMostOnce
    case "identityChanged": return handler.behind != nil && !handler.acrossIdentities
    default: return false
    }
  }

  private func hasNewer(_ delivery: Int) -> Bool {
    let (handler, event) = (implied.deliveries[delivery].handler, implied.deliveries[delivery].event)
    let clause = implied.deliveries[delivery].clause
    return implied.deliveries.contains {
      $0.handler == handler && $0.clause == clause && ($0.event > event || $0.replayedAt == nil)
    }
  }

  // MARK: Lost

  /// Each handler's deliveries without an outcome are as many as run or wait at the end.
  mutating func checkNothingIsLost() {
    let last = implied.versions.count - 1
    for (index, handler) in scenario.handlers.enumerated() {
      let open = implied.deliveries.indices.filter { delivery in
        let isAlive = handler.guarantee != nil || process(of: delivery) == last
        return implied.deliveries[delivery].handler == index && isAlive
          && !implied.deliveries[delivery].isPassed && outcomes[delivery] == nil
      }
      let left = trace.left[handler.name] ?? 0
      guard open.count != left else { continue }
      fail("\(handler.name) has \(left) running or waiting at the end, and without an outcome \(open.map { text(of: $0) })")
    }
    for delivery in calls.keys.sorted() { checkEarlier(delivery) }
  }

  /// When a call begins, all that came before it for its handler has an outcome: also in a process that is killed later.
  private mutating func checkEarlier(_ delivery: Int) {
    guard let call = calls[delivery]?.first else { return }
    let later = implied.deliveries[delivery]
    for earlier in implied.deliveries.indices where implied.deliveries[earlier].handler == later.handler {
      let isEarlier = process(of: earlier) == call.process && implied.deliveries[earlier].event < later.event
      let isGiven = implied.deliveries[earlier].replayedAt.map { $0 <= call.appliedLine } ?? true
      guard isEarlier, isGiven, !implied.deliveries[earlier].isPassed, later.replayedAt == nil else { continue }
      if outcomes[earlier]?.contains(where: { $0.time <= call.time }) != true {
        fail("\(name(delivery)) is called at \(call.time), and \(name(earlier)), which came before it, had no outcome")
      }
    }
  }
}
