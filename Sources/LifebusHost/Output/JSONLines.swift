internal import Lifebus
internal import LifebusJSON
internal import LifebusSystem

/// Activity as JSON, one object a line, with its keys in a fixed order; what an item does not have is left out.
struct JSONLines: ActivityFormat {
  private var clock: WallClock
  private var attempts = Attempts()

  init(clock: WallClock) {
    self.clock = clock
  }

  mutating func line(for activity: Activity) -> String? {
    var line = JSONLine()
    line.add("activity", activity.kind.word)
    line.add("time", clock.text(at: activity.time))
    if let subject = activity.subject { Self.add(subject, to: &line) }
    line.add("handler", activity.handler?.rawValue)
    line.add("attempt", attempts.attempt(of: activity))
    Self.add(activity.kind, remark: activity.remark, to: &line)
    return line.text
  }

  func lines(for summary: Summary) -> [String] {
    var line = JSONLine()
    line.add("activity", "summary")
    line.add("events", summary.events)
    let deliveries = Dictionary(uniqueKeysWithValues: summary.tally.deliveries.map { ($0.key.rawValue, $0.value) })
    line.add("deliveries", json: JSONLine.object(deliveries) { kinds in JSONLine.object(kinds) { String($0) } })
    line.add("entries", summary.entries)
    line.add("exits", summary.exits)
    let held = Dictionary(uniqueKeysWithValues: summary.held.map { ($0.key.rawValue, $0.value) })
    line.add("held", json: JSONLine.object(held) { String($0) })
    if summary.tally.lost > 0 { line.add("lost", summary.tally.lost) }
    return [line.text]
  }

  private static func add(_ subject: Activity.Subject, to line: inout JSONLine) {
    if subject.sequence > 0 { line.add("sequence", subject.sequence) }
    if subject.id.value != "0" { line.add("id", subject.id.value) }
    if subject.id.source != EventID("").source { line.add("source", subject.id.source) }
    if subject.cause > 0 { line.add("causedBy", subject.cause) }
    line.add("event", subject.event.kind)
    line.add("scope", subject.event.scope?.description)
    line.add("scene", subject.event.scene?.rawValue)
    if subject.isReplayed { line.add("replayed", true) }
    if subject.isFromEarlierProcess { line.add("earlierProcess", true) }
    switch subject.event.base {
    case let launch as Launch:
      line.add("cause", launch.cause.rawValue)
      add(launch.attributes, to: &line)
    case let change as PhaseChanged:
      line.add("from", change.from.rawValue)
      line.add("to", change.to.rawValue)
      line.add("isEntry", change.isEntry)
      line.add("isExit", change.isExit)
    case let custom as Custom: add(custom.attributes, to: &line)
    default: break
    }
  }

  private static func add(_ attributes: [String: String], to line: inout JSONLine) {
    guard !attributes.isEmpty else { return }
    line.add("attributes", json: JSONLine.object(attributes, JSONLine.quoted))
  }

  private static func add(_ kind: Activity.Kind, remark: String?, to line: inout JSONLine) {
    switch kind {
    case .ended(let outcome, let duration):
      line.add("outcome", outcome.word)
      line.add("reason", outcome.reason)
      if outcome.isOfCall { add(duration, to: &line) }
      line.add("remark", remark)
    case .late(let duration): add(duration, to: &line)
    case .held(let by): line.add("reason", "held by \(by)")
    case .willRetry(let reason), .refused(let reason), .quarantined(let reason), .wouldDeadlock(let reason),
      .notStored(let reason):
      line.add("reason", reason)
    case .verdict(let verdict): add(verdict, to: &line)
    case .lost(let count): line.add("count", count)
    default: break
    }
  }

  private static func add(_ duration: Duration, to line: inout JSONLine) {
    line.add("milliseconds", json: Decimals.text(microseconds: duration.microseconds, per: 1_000))
  }

  private static func add(_ verdict: Verdict, to line: inout JSONLine) {
    line.add("verdict", verdict.word)
    switch verdict {
    case .open(let identity): line.add("identity", identity.rawValue)
    case .closed(let reason): line.add("reason", reason)
    case .pending, .timedOut: break
    }
  }
}

extension Outcome {
  /// Whether it says how a call ended.
  var isOfCall: Bool {
    switch self {
    case .done, .failed, .timedOut, .dead: true
    default: false
    }
  }
}
