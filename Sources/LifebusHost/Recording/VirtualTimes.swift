internal import Lifebus
internal import LifebusHandlerText

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
  private let policies: [HandlerID: PolicyWords]
  /// The handlers to whose calls' ends each moment's place matters.
  private let concerned: [Set<HandlerID>]
  private var former: [Int?] = []
  private var ends: [Int?]
  private var hasChanged = false

  /// Finds the times.
  ///
  /// - Parameters:
  ///   - chronicle: What happened, in order.
  ///   - groups: The clause that each call of the chronicle is for.
  ///   - policies: The handlers' policies.
  ///   - concerned: For each moment the handlers before or after whose calls' ends it must stay.
  ///   - grace: The shutdown's grace, if there is one.
  init(
    _ chronicle: Chronicle, groups: [CallGroup], policies: [HandlerID: PolicyWords], concerned: [Set<HandlerID>], grace: Int
  ) {
    self.chronicle = chronicle
    self.groups = groups
    self.policies = policies
    self.concerned = concerned
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
    var time = 0
    var lastLine: [HandlerID: Int] = [:]
    var lastEnd: [HandlerID: Int] = [:]
    for (index, moment) in chronicle.moments.enumerated() {
      switch moment.what {
      case .line, .gateTimedOut:
        // A gate's limit ends at an instant of its own.
        let isInstant = moment.what.isTimeout || (index > 0 && chronicle.moments[index - 1].what.isTimeout)
        time = max(moment.time, isInstant ? time + 1 : time)
        for handler in concerned[index] {
          time = max(time, (lastEnd[handler] ?? -1) + 1)
          lastLine[handler] = index
        }
        at.append(time)
      case .end(let call):
        let handler = chronicle.calls[call].handler
        let begin = begin(of: call)
        if let line = lastLine[handler], line >= chronicle.calls[call].before { lengthen(call, to: at[line] + 1 - begin) }
        let end = begin + length(of: call)
        ends[call] = end
        lastEnd[handler] = max(lastEnd[handler] ?? 0, end)
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
    shutdownGrace = grown(shutdownGrace, to: drained - at[shutdown] + 1)
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
      guard let timeout = timeouts[call.handler], let duration = durations[groups[index]] else { continue }
      switch call.ending {
      case .returned, .failed, .cut: timeouts[call.handler] = grown(timeout, to: duration + 1)
      case .timedOut: lengthen(index, to: timeout + 1, byDuration: true)
      case .stuck(returned: true):
        lengthen(index, to: timeout + (policies[call.handler]?.grace ?? 0) + 1, byDuration: true)
      case .stuck, .open: break
      }
    }
  }

  private mutating func grown(_ value: Int, to least: Int) -> Int {
    if value < least { hasChanged = true }
    return max(value, least)
  }

  private func length(of call: Int) -> Int {
    let limit = timeouts[chronicle.calls[call].handler]
    guard chronicle.calls[call].ending == .timedOut, let limit else { return durations[groups[call]] ?? 0 }
    return limit
  }

  private mutating func lengthen(_ call: Int, to least: Int, byDuration: Bool = false) {
    let handler = chronicle.calls[call].handler
    if !byDuration, chronicle.calls[call].ending == .timedOut, let timeout = timeouts[handler] {
      timeouts[handler] = grown(timeout, to: least)
    } else {
      durations[groups[call]] = grown(durations[groups[call]] ?? 0, to: least)
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

extension Chronicle.Moment.What {
  fileprivate var isTimeout: Bool {
    if case .gateTimedOut = self { true } else { false }
  }
}
