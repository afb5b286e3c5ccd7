import Lifebus

@testable import CrashHost

/// What is promised of one handler's calls, whenever its processes are killed.
struct CallRules {
  let handler: HandlerID
  /// False: a call that was cut off is not repeated.
  var repeats = true
  /// What is done once for all events that have it in common: each has its own.
  var key: @Sendable (String) -> String = { $0 }
  /// True: each call counts the events so far.
  var counts = false

  /// Those of the handlers that never trap.
  static let all = [
    CallRules(handler: Effects.pluginID),
    CallRules(handler: OnceOnly.pluginID, repeats: false),
    CallRules(handler: Slow.pluginID),
    CallRules(handler: Keyed.pluginID, key: { Known.key(of: $0) }),
    CallRules(handler: Committer.pluginID, counts: true),
  ]

  /// What is not as promised of a history, as far as clients and the processes' parent can know: nothing if all is well.
  func findings(in history: CallHistory, _ known: Known) -> [String] {
    let findings = history.problems + losses(history, known) + unknown(history, known) + wrongPlaces(history, known)
    return (findings + walk(history, known)).map { "\(handler): \($0)" }
  }

  // MARK: Nothing is lost

  private func losses(_ history: CallHistory, _ known: Known) -> [String] {
    let done = Set(history.done.map(key))
    let toDo = Set(known.accepted.keys).union(history.calls.map(\.begin.id))
    let lost = toDo.filter { !done.contains(key($0)) && (repeats || !known.interrupted.contains($0)) }
    return lost.sorted().map { "\($0) was accepted and is not done" }
  }

  private func unknown(_ history: CallHistory, _ known: Known) -> [String] {
    let called = Set(history.calls.map(\.begin.id))
    return called.subtracting(known.sent).sorted().map { "\($0) was never emitted" }
      + called.subtracting(known.kept).sorted().map { "\($0) is called and was never kept" }
  }

  private func wrongPlaces(_ history: CallHistory, _ known: Known) -> [String] {
    history.calls.map(\.begin).compactMap { call in
      guard let place = known.accepted[call.id], place > 0, place != call.sequence else { return nil }
      return "\(call.id) was accepted as event \(place) and came as event \(call.sequence)"
    }
  }

  // MARK: Order, and repeats

  /// Goes through the calls in order.
  private func walk(_ history: CallHistory, _ known: Known) -> [String] {
    var progress = CallProgress(rules: self)
    for life in history.lives where !life.calls.isEmpty {
      for (index, call) in life.calls.enumerated() {
        let problems = progress.problems(of: call, isFirst: index == 0)
        progress.findings += problems.map { "\(known.name(life.pid)): \($0)" }
      }
      progress.endLife(isKilled: known.killed.contains(life.pid))
    }
    return progress.findings
  }
}
