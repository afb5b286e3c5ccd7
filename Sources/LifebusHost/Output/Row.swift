internal import Lifebus

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
    if let attempt, attempt > 1 { details.insert("attempt \(attempt)", at: 0) }
  }

  private mutating func describe(_ kind: Activity.Kind) {
    switch kind {
    case .ended(let outcome, let time): describe(outcome, time)
    case .held(let gate): (outcome, mood) = ("held", .waiting); details.insert("by \(gate)", at: 0)
    case .waitingForLaunch: (outcome, mood) = ("waits", .waiting); details.insert("for the launch", at: 0)
    case .willRetry(let reason): (outcome, mood) = ("will retry", .waiting); details.insert(reason, at: 0)
    case .refused(let reason): (outcome, mood) = ("refused", .bad); details.insert(reason, at: 0)
    case .droppedDisappear: outcome = "dropped"; details.insert("was not present", at: 0)
    case .stuck: (outcome, mood) = ("stuck", .bad)
    case .late(let time): (outcome, mood, duration) = ("late", .waiting, time.brief)
    case .blocked: (outcome, mood) = ("blocked", .bad); details.insert("keeps its thread: it needs runsOn: .ownThread", at: 0)
    case .verdict(let verdict): describe(verdict)
    case .lost(let count): (outcome, mood) = ("lost", .bad); details.insert("\(count) items were not read in time", at: 0)
    case .replaced, .unregistered: outcome = kind.word
    case .duplicate, .unhandled: (outcome, mood) = (kind.word, .waiting)
    case .accepted, .started, .released, .registered, .shuttingDown: break
    }
  }

  private mutating func describe(_ ending: Outcome, _ time: Duration) {
    outcome = ending.word
    if let reason = ending.reason { details.insert(reason, at: 0) }
    switch ending {
    case .done: mood = .good
    case .failed, .dead, .timedOut, .crashed, .interrupted: mood = .bad
    default: break
    }
    if ending.isOfCall { duration = time.brief }
  }

  private mutating func describe(_ verdict: Verdict) {
    event = "gate"
    outcome = verdict.word
    switch verdict {
    case .open(let identity): mood = .good; details.append("for \(identity)")
    case .closed(let reason): mood = .waiting; details.append(reason)
    case .timedOut, .pending: mood = .waiting
    }
  }

  private mutating func describe(_ subject: Activity.Subject) {
    event = subject.event.kind
    if let scope = subject.event.scope { self.scope = scope.description }
    if let scene = subject.event.scene, scene != .main { scope += "@\(scene)" }
    if subject.isReplayed { details.append("replayed") }
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
