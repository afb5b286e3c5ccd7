internal import Lifebus
internal import LifebusSystem

/// What a timeline says of one item of activity.
struct Row: Equatable, Sendable {
  var event = ""
  var scope = ""
  var handler = "-"
  var outcome = ""
  var mood = Colours.Mood.plain
  var duration = ""
  var details: [String] = []

  /// The row for an item; nil for one that tells nothing of its own: that an event is in the log, that a call begins.
  init?(_ activity: Activity, attempt: Int?) {
    switch activity.kind {
    case .accepted, .started, .released, .registered, .shuttingDown: return nil
    default: break
    }
    if let handler = activity.handler { self.handler = handler.rawValue }
    if let subject = activity.subject { describe(subject) }
    describe(activity.kind)
    if let remark = activity.remark { details.append(remark) }
    if let attempt, attempt > 1 { details.insert("attempt \(attempt)", at: 0) }
  }

  private mutating func describe(_ kind: Activity.Kind) {
    switch kind {
    case .ended(let outcome, let time): describe(outcome, time)
    case .held(let gate): say("held", .waiting, "by \(gate)")
    case .waitingForLaunch: say("waits", .waiting, "for the launch")
    case .willRetry(let reason): say("will retry", .waiting, reason)
    case .refused(let reason): say("refused", .bad, reason)
    case .closed: say("refused", .bad, "the bus is shutting down")
    case .quarantined(let reason), .wouldDeadlock(let reason), .notStored(let reason): say(kind.word, .bad, reason)
    case .droppedDisappear: say("dropped", .plain, "was not present")
    case .stuck: say("stuck", .bad)
    case .late(let time):
      say("late", .waiting)
      duration = time.brief
    case .blocked: say("blocked", .bad, "keeps its thread: it needs runsOn: .ownThread")
    case .verdict(let verdict): describe(verdict)
    case .lost(let count): say("lost", .bad, "\(count) items were not read in time")
    case .replaced, .unregistered: say(kind.word, .plain)
    case .duplicate, .unhandled: say(kind.word, .waiting)
    case .accepted, .started, .released, .registered, .shuttingDown: break
    }
  }

  private mutating func describe(_ ending: Outcome, _ time: Duration) {
    switch ending {
    case .done: say(ending.word, .good)
    case .failed, .dead, .timedOut, .crashed, .interrupted: say(ending.word, .bad, ending.reason)
    default: say(ending.word, .plain, ending.reason)
    }
    if ending.isOfCall { duration = time.brief }
  }

  private mutating func describe(_ verdict: Verdict) {
    event = "gate"
    switch verdict {
    case .open(let identity): say(verdict.word, .good, "for \(identity)")
    case .closed(let reason): say(verdict.word, .waiting, reason)
    case .timedOut, .pending: say(verdict.word, .waiting)
    }
  }

  /// The reason comes before whatever the event has to say.
  private mutating func say(_ outcome: String, _ mood: Colours.Mood, _ reason: String? = nil) {
    self.outcome = outcome
    self.mood = mood
    if let reason { details.insert(reason, at: 0) }
  }

  private mutating func describe(_ subject: Activity.Subject) {
    event = subject.event.kind
    if let scope = subject.event.scope { self.scope = scope.description }
    if let scene = subject.event.scene, scene != .main { scope += "@\(scene)" }
    if subject.isReplayed { details.append("replayed") }
    if subject.isFromEarlierProcess { details.append("from an earlier process") }
    switch subject.event.base {
    case let launch as Launch: event += " \(launch.cause.rawValue)"
    case let change as PhaseChanged:
      event = "phase \(change.from.rawValue)→\(change.to.rawValue)"
      if change.isEntry { event += " entry" }
      if change.isExit { event += " exit" }
    case let custom as Custom:
      details += custom.attributes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    default: break
    }
  }
}

/// How often the call was made that an item of activity is about.
struct Attempts: Sendable {
  private var running: [HandlerID: (sequence: Int, attempt: Int)] = [:]

  /// The number of the attempt; nil for an item that is not about a call.
  mutating func attempt(of activity: Activity) -> Int? {
    guard let handler = activity.handler, let sequence = activity.subject?.sequence else { return nil }
    switch activity.kind {
    case .started(let attempt):
      running[handler] = (sequence, attempt)
      return attempt
    case .ended, .willRetry, .stuck, .late, .blocked:
      guard let call = running[handler], call.sequence == sequence else { return nil }
      return call.attempt
    default: return nil
    }
  }
}
