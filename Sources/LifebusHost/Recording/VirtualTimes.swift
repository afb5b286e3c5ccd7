internal import Lifebus

/// Which clause of which handler a call is for: all its calls take equally long in a scenario.
struct CallGroup: Hashable, Sendable {
  let handler: HandlerID
  let clause: Int
}

/// When everything happens in the scenario: real time, stretched so that what came before a call's end still does.
///
/// A scenario has one duration for all calls of a clause, and its calls begin as soon as they may. So the times are sought in
/// passes: each goes through the moments in their order, and lengthens a clause's calls where one of them ended later than a
/// line that came before its end. Lines move back behind the calls that had ended before them.
struct VirtualTimes: Sendable {
  private static let passLimit = 200

  /// Of each moment.
  private(set) var at: [Int] = []
  private(set) var durations: [CallGroup: Int] = [:]
  /// The limit of one call, by handler.
  private(set) var timeouts: [HandlerID: Int] = [:]
  private(set) var shutdownGrace: Int
  /// False if no durations were found with which the order is right.
  private(set) var isExact = true

  private let chronicle: Chronicle
  private let groups: [CallGroup]
  private let policies: [HandlerID: RecordedPolicy]
  private var former: [Int?] = []
  private var ends: [Int?]
  private var hasChanged = false

  /// Finds the times.
  ///
  /// - Parameters:
  ///   - groups: The clause that each call of the chronicle is for.
  ///   - grace: The shutdown's grace, if there is one.
  init(_ chronicle: Chronicle, groups: [CallGroup], policies: [HandlerID: RecordedPolicy], grace: Int) {
    self.chronicle = chronicle
    self.groups = groups
    self.policies = policies
    shutdownGrace = grace
    ends = Array(repeating: nil, count: chronicle.calls.count)
    var last: [HandlerID: Int] = [:]
    for (index, call) in chronicle.calls.enumerated() {
      former.append(last[call.handler])
      last[call.handler] = index
      durations[groups[index], default: 0] = max(durations[groups[index], default: 0], call.duration)
      if let timeout = policies[call.handler]?.timeout { timeouts[call.handler] = timeout }
    }
    for _ in 0..<Self.passLimit {
      pass()
      guard hasChanged else { return }
    }
    isExact = false
  }

  // MARK: A pass

  private mutating func pass() {
    hasChanged = false
    at = []
    var line = (time: 0, index: -1)
    var latestEnd = -1
    for (index, moment) in chronicle.moments.enumerated() {
      switch moment.what {
      case .line:
        line = (max(moment.time, line.time, latestEnd + 1), index)
        at.append(line.time)
      case .gateTimedOut:
        line = (max(moment.time, line.time + 1, latestEnd + 1), index)
        latestEnd = line.time
        at.append(line.time)
      case .end(let call):
        let begin = begin(of: call)
        let least = line.index >= chronicle.calls[call].before ? line.time + 1 : begin
        lengthen(call, to: least - begin)
        let end = begin + length(of: call)
        ends[call] = end
        latestEnd = max(latestEnd, end)
        at.append(end)
      }
    }
    judgeShutdown()
    judgeCuts()
    judgeTimeouts()
  }

  private mutating func judgeShutdown() {
    guard let shutdown = chronicle.moments.firstIndex(where: { $0.what == .line(.shutdown) }) else { return }
    let drained = at[shutdown...].max() ?? at[shutdown]
    grow(&shutdownGrace, to: drained - at[shutdown] + 1)
  }

  /// A call that was cut off was still running then.
  private mutating func judgeCuts() {
    let shutdown = chronicle.moments.firstIndex { $0.what == .line(.shutdown) }
    for (index, call) in chronicle.calls.enumerated() {
      guard case .cut(let moment) = call.ending, let cut = moment ?? shutdown else { continue }
      lengthen(index, to: at[cut] + (moment == nil ? shutdownGrace : 0) + 1 - begin(of: index))
    }
  }

  /// A call that ended by itself ended before its limit, one that came back late after its grace.
  private mutating func judgeTimeouts() {
    for (index, call) in chronicle.calls.enumerated() {
      guard var timeout = timeouts[call.handler], let duration = durations[groups[index]] else { continue }
      switch call.ending {
      case .returned, .failed, .cut:
        grow(&timeout, to: duration + 1)
        timeouts[call.handler] = timeout
      case .timedOut: lengthen(index, to: timeout, byDuration: true)
      case .stuck(returned: true):
        lengthen(index, to: timeout + (policies[call.handler]?.grace ?? 0) + 1, byDuration: true)
      case .stuck, .open: break
      }
    }
  }

  private mutating func grow(_ value: inout Int, to least: Int) {
    guard value < least else { return }
    value = least
    hasChanged = true
  }

  private func length(of call: Int) -> Int {
    let limit = timeouts[chronicle.calls[call].handler]
    guard chronicle.calls[call].ending == .timedOut, let limit else { return durations[groups[call]] ?? 0 }
    return limit
  }

  private mutating func lengthen(_ call: Int, to least: Int, byDuration: Bool = false) {
    let handler = chronicle.calls[call].handler
    if !byDuration, chronicle.calls[call].ending == .timedOut, var timeout = timeouts[handler] {
      grow(&timeout, to: least)
      timeouts[handler] = timeout
    } else {
      var duration = durations[groups[call]] ?? 0
      grow(&duration, to: byDuration && chronicle.calls[call].ending == .timedOut ? least + 1 : least)
      durations[groups[call]] = duration
    }
  }

  // MARK: When a call begins

  /// As soon as its event is there, the call before it has ended, its gate is open, and whom it is after is done.
  private func begin(of index: Int) -> Int {
    let call = chronicle.calls[index]
    var begin = chronicle.momentOfEvent[call.sequence].map { at[$0] } ?? 0
    if call.isReplayed, call.before > 0 { begin = max(begin, at[call.before - 1]) }
    guard let policy = policies[call.handler] else { return begin }
    if let former = former[index], let end = end(of: former) {
      let failures = chronicle.calls[former].ending == .failed || chronicle.calls[former].ending == .timedOut
      let isAgain = chronicle.calls[former].sequence == call.sequence && failures
      begin = max(begin, end + (isAgain ? policy.wait(after: call.attempt - 1) : 0))
    }
    if let gate = policy.behind, let opened = lastOpening(of: gate, before: call.before) { begin = max(begin, at[opened]) }
    for other in policy.after {
      if let last = lastCall(of: other, upTo: call.sequence, before: call.before), let end = end(of: last) {
        begin = max(begin, end)
      }
    }
    return begin
  }

  private func end(of call: Int) -> Int? {
    if case .cut(.some(let moment)) = chronicle.calls[call].ending { return at[moment] }
    return ends[call]
  }

  private func lastOpening(of gate: HandlerID, before end: Int) -> Int? {
    chronicle.moments[..<end].lastIndex { moment in
      guard case .line(.verdict(gate.rawValue, .some)) = moment.what else { return false }
      return true
    }
  }

  private func lastCall(of handler: HandlerID, upTo sequence: Int, before moment: Int) -> Int? {
    chronicle.calls.lastIndex { $0.handler == handler && $0.sequence <= sequence && $0.before <= moment && $0.ending != .open }
  }
}
