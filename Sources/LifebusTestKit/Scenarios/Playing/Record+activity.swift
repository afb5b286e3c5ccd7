internal import Lifebus

/// What the bus tells.
extension Record {
  mutating func take(_ activity: Activity, at time: Int) {
    let event = activity.subject.map { EventText.describe($0.event.base) } ?? ""
    let handler = activity.handler?.rawValue
    switch activity.kind {
    case .accepted:
      if let subject = activity.subject { accept(event, sequence: subject.sequence) }
      if let change = activity.subject?.event.base as? PhaseChanged { take(change, at: time) }
    case .duplicate:
      reports.count(activity.subject?.event.base is Launch ? "duplicateLaunch" : "duplicateId")
      note("\(event) is a duplicate", at: time)
    case .droppedDisappear:
      reports.count("droppedDisappear")
      note("\(event) is dropped: its scope is not present", at: time)
    case .refused(let reason):
      reports.count("refused")
      note("\(event) is refused: \(reason)", at: time)
    case .closed:
      reports.count("closed")
      note("\(event) is closed", at: time)
    case .unhandled:
      reports.count("unhandled")
      note("\(event) is unhandled", at: time)
    case .verdict(let verdict): note("verdict \(verdict)", of: handler, at: time)
    default: if let handler { take(activity, of: handler, event, at: time) }
    }
  }

  private mutating func take(_ change: PhaseChanged, at time: Int) {
    phases.append("\(change.from.rawValue)>\(change.to.rawValue)")
    if change.isEntry { entries += 1 }
    if change.isExit { exits += 1 }
    let meaning = change.isEntry ? ", an entry" : change.isExit ? ", an exit" : ""
    note("phase \(change.from.rawValue)>\(change.to.rawValue)\(meaning)", at: time)
  }

  private mutating func take(_ activity: Activity, of handler: String, _ event: String, at time: Int) {
    switch activity.kind {
    case .ended(let outcome, _):
      if outcome == .skipped(.dropped) { reports.count("dropped", of: handler) }
      if let delivery = delivery(activity, of: handler) { settle(delivery, outcome.word, event, at: time) }
    case .stuck: report("stuck", of: handler, "is stuck in \(event)", at: time)
    case .late: report("late", of: handler, "returns late from \(event)", at: time)
    case .replaced: report("replaced", of: handler, "is replaced", at: time)
    case .quarantined: report("quarantined", of: handler, "is quarantined", at: time)
    case .wouldDeadlock(let path): report("wouldDeadlock", of: handler, "would wait for itself: \(path)", at: time)
    case .held(let by): note("is held by \(by): \(event)", of: handler, at: time)
    case .willRetry(let reason):
      if let delivery = delivery(activity, of: handler) { judge(delivery, "will be called again, \(reason)", event, at: time) }
    default: break
    }
  }

  private func delivery(_ activity: Activity, of handler: String) -> DeliveryID? {
    activity.subject.map { DeliveryID(handler: handler, sequence: $0.sequence, isReplayed: $0.isReplayed) }
  }

  private mutating func report(_ word: String, of handler: String, _ text: String, at time: Int) {
    reports.count(word, of: handler)
    note(text, of: handler, at: time)
  }
}
