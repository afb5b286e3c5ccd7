internal import Lifebus
internal import LifebusHandlerText

/// A scenario in the making: the handlers, their clauses and scripts, and which call is for which clause.
struct ScenarioDraft: Sendable {
  private(set) var chronicle: Chronicle
  private(set) var handlers: [RecordedHandler] = []
  private(set) var gaps: [String] = []
  /// The clause that each call is for.
  private(set) var groups: [CallGroup] = []

  var policies: [HandlerID: PolicyWords] { Dictionary(uniqueKeysWithValues: handlers.map { ($0.id, $0.policy) }) }

  init(_ chronicle: Chronicle, _ plans: [HandlerPlan]) {
    self.chronicle = chronicle
    let early = Set(plans.map(\.id)).subtracting(chronicle.joined.keys)
    let owners = Set(plans.filter { $0.policy.gate != nil }.map(\.id)).intersection(early)
    for plan in plans { add(plan, early, owners) }
    for handler in chronicle.left.subtracting(plans.map(\.id)).sorted() {
      gaps.append("'\(handler)' was unregistered and is not recorded")
    }
    chooseGroups()
  }

  private mutating func add(_ plan: HandlerPlan, _ early: Set<HandlerID>, _ owners: Set<HandlerID>) {
    var policy = PolicyWords(plan, handlers: early, owners: owners)
    policy.hasGate = owners.contains(plan.id)
    let joined = chronicle.joined[plan.id] ?? 0
    let derived = ClauseDerivation(
      plan.clauses, events: chronicle.events.filter { $0.sequence >= joined }, wanted: chronicle.wanted[plan.id] ?? [])
    if joined > 0 || derived.clauses.contains(where: \.isOncePerProcess) { policy.durability = .none }
    var clauses = derived.clauses
    if policy.durability == .none { for index in clauses.indices { clauses[index].origin = .anyProcess } }
    handlers.append(RecordedHandler(id: plan.id, policy: policy, clauses: clauses))
    for kind in derived.unexplained.sorted() {
      gaps.append("'\(plan.id)' chooses its \(kind) events in a way that no filter says: they are not recorded for it")
    }
  }

  private mutating func chooseGroups() {
    let events = Dictionary(chronicle.events.map { ($0.sequence, $0) }, uniquingKeysWith: { first, _ in first })
    let indices = Dictionary(uniqueKeysWithValues: handlers.enumerated().map { ($1.id, $0) })
    groups = chronicle.calls.map { call in
      let event = events[call.sequence] ?? RecordedEvent(call.sequence, kind: call.kind)
      let clause = indices[call.handler].flatMap { handlers[$0].clause(for: event) }
      return CallGroup(handler: call.handler, clause: clause ?? -1)
    }
  }

  /// Says what the calls for each clause did.
  mutating func writeScripts() {
    let calls = Dictionary(grouping: chronicle.calls.indices) { groups[$0] }
    let outlived = outlivingCalls
    for index in handlers.indices {
      let handler = handlers[index].id
      for clause in handlers[index].clauses.indices {
        let calls = calls[CallGroup(handler: handler, clause: clause)] ?? []
        handlers[index].scripts.append(
          RecordedScript(calls.map { chronicle.calls[$0].ending }, outlivesCancel: calls.contains { outlived.contains($0) }))
      }
      if chronicle.isAboutToCall(handler) {
        gaps.append("the run ended when '\(handler)' was about to be called: nothing is recorded for it")
        handlers[index].leaveOut()
      } else if !handlers[index].isExact {
        giveUp(index)
      }
    }
  }

  /// The calls that went on although their gate had closed and cancelled them.
  private var outlivingCalls: Set<Int> {
    let policies = policies
    var outliving: Set<Int> = []
    for (end, moment) in chronicle.moments.enumerated() {
      guard case .end(let call) = moment.what, let gate = policies[chronicle.calls[call].handler]?.behind,
        policies[gate]?.cancelsRunning == true, chronicle.calls[call].before < end
      else { continue }
      if chronicle.moments[chronicle.calls[call].before..<end].contains(where: { $0.what.isVerdict(of: gate) }) {
        outliving.insert(call)
      }
    }
    return outliving
  }

  /// Records a handler whose calls no script plays as one whose calls all return; where that changes what it is given, not at all.
  private mutating func giveUp(_ index: Int) {
    let handler = handlers[index].id
    let calls = chronicle.calls.indices.filter { chronicle.calls[$0].handler == handler }
    let hangs = calls.contains { [.open, .stuck(returned: false)].contains(chronicle.calls[$0].ending) }
    if hangs || handlers[index].clauses.contains(where: { $0.once != .everyTime }) {
      gaps.append("the calls of '\(handler)' ended in turns that no script has: nothing is recorded for it")
      handlers[index].leaveOut()
    } else {
      gaps.append("the calls of '\(handler)' ended in turns that no script has: all are recorded as returning")
      handlers[index].policy.retry = nil
      for call in calls { chronicle.letReturn(call) }
    }
  }

  /// Takes the durations and limits over that the order asks for.
  mutating func take(_ times: VirtualTimes) {
    for index in handlers.indices {
      let handler = handlers[index].id
      handlers[index].policy.timeout = times.timeouts[handler] ?? handlers[index].policy.timeout
      for clause in handlers[index].clauses.indices where handlers[index].scripts[clause].hangs == 0 {
        handlers[index].scripts[clause].duration = times.durations[CallGroup(handler: handler, clause: clause)] ?? 0
      }
      if let limit = handlers[index].policy.gateLimit {
        handlers[index].policy.gateLimit = self.limit(ofGate: handler, limit, times)
      }
    }
  }

  /// The limit of a gate with which it is timed out when it was, and not if it was not.
  private func limit(ofGate gate: HandlerID, _ limit: Int, _ times: VirtualTimes) -> Int {
    guard let start = gateLimitsBegin else { return limit }
    let verdict = chronicle.moments.firstIndex { $0.what.isVerdict(of: gate) }
    if let verdict, chronicle.moments[verdict].what == .gateTimedOut(gate) { return times.at[verdict] - times.at[start] }
    let end = verdict.map { times.at[$0] } ?? times.at.max() ?? 0
    return max(limit, end - times.at[start] + 1)
  }

  /// A user's launch, or else the first change of the phase.
  private var gateLimitsBegin: Int? {
    guard let launch = chronicle.launchMoment else { return nil }
    if case .line(.event(let line)) = chronicle.moments[launch].what, case .launch(.user, _) = line.content { return launch }
    return chronicle.events.first(where: \.isPhaseChange).flatMap { chronicle.momentOfEvent[$0.sequence] }
  }
}

extension Chronicle {
  fileprivate mutating func letReturn(_ call: Int) {
    switch calls[call].ending {
    case .failed, .timedOut, .stuck(returned: true): calls[call].ending = .returned
    case .open, .returned, .stuck, .cut: break
    }
  }
}

extension Chronicle.Moment.What {
  fileprivate func isVerdict(of gate: HandlerID) -> Bool {
    switch self {
    case .gateTimedOut(let name): name == gate
    case .line(.verdict(let name, _)): name == gate.rawValue
    case .line, .end: false
    }
  }
}
