import LifebusHandlerText

@testable import Lifebus
@testable import LifebusTestKit

/// Calls come in the log's order, one at a time, each attempt once.
extension Invariants {
  mutating func checkCalls() {
    for (index, handler) in scenario.handlers.enumerated() {
      let calls = trace.calls.filter { $0.handler == handler.name }.sorted { $0.begin < $1.begin }
      for (one, next) in zip(calls, calls.dropFirst()) where one.process == next.process {
        checkOneAtATime(one, next)
        checkOrder(one, next, index)
      }
    }
    for (delivery, calls) in calls.sorted(by: { $0.key < $1.key }) { checkAttempts(delivery, calls) }
  }

  private mutating func checkOneAtATime(_ one: PlayedCall, _ next: PlayedCall) {
    if one.end.map({ $0 > next.begin }) ?? true {
      fail("\(next.handler) is called for \(next.line) at \(next.time) while its call for \(one.line) runs")
    }
  }

  private mutating func checkOrder(_ one: PlayedCall, _ next: PlayedCall, _ handler: Int) {
    func place(_ call: PlayedCall) -> (arrival: Int, isLive: Int, sequence: Int) {
      (arrival(of: handler, by: call.appliedLine) ?? 0, call.isReplayed ? 0 : 1, call.sequence)
    }
    if place(one) > place(next) {
      fail("\(next.handler) is called for \(next.line) (\(next.sequence)) after \(one.line) (\(one.sequence))")
    }
  }

  private mutating func checkAttempts(_ delivery: Int, _ calls: [PlayedCall]) {
    for (index, call) in calls.enumerated() where call.attempt != index + 1 {
      fail("call \(index + 1) for \(name(delivery)) is attempt \(call.attempt)")
    }
    let most = handler(of: delivery).retry?.attempts ?? 1
    let cutOff = calls.filter { isCutOff($0) }.count
    if calls.count - cutOff > most {
      fail("\(name(delivery)) has \(calls.count) attempts, \(cutOff) of them cut off, and may have \(most)")
    }
    if handler(of: delivery).guarantee == .atMostOnce, calls.count > 1 {
      fail("\(name(delivery)) is called \(calls.count) times, and at most once is promised")
    }
  }

  /// Whether a call may have been cut off by its gate, or by the end of its process.
  private func isCutOff(_ call: PlayedCall) -> Bool {
    guard call.end != nil, implied.shutdowns[call.process] == nil else { return true }
    guard let handler = scenario.handler(named: call.handler), let gate = handler.behind else { return false }
    guard scenario.handler(named: gate)?.gate?.cancelsRunning == true else { return false }
    return scenario.lines.contains { line in
      guard line.number > call.appliedLine, line.at <= call.endTime ?? 0, case .verdict(gate, let identity) = line.action else {
        return false
      }
      return identity?.rawValue != implied.gates[call.appliedLine][gate]
    }
  }
}
