package import Lifebus

/// One thing that the bus did, as the inspector shows it.
package struct TimelineLine: Identifiable, Sendable, Equatable {
  package let id: Int
  /// When, on the bus's clock.
  package let time: Duration
  /// What was done, in a word and why.
  package let what: String
  /// The event, with its scope.
  package let event: String?
  package let handler: HandlerID?

  init(_ activity: Activity, number: Int) {
    id = number
    time = activity.time
    what = [Self.word(of: activity.kind), activity.remark].compactMap(\.self).joined(separator: ": ")
    event = activity.subject.map { subject in
      [subject.event.kind, subject.event.scope?.description].compactMap(\.self).joined(separator: " ")
    }
    handler = activity.handler
  }

  /// The event and the handler, as far as it is about them.
  package var subject: String { [event, handler?.rawValue].compactMap(\.self).joined(separator: " → ") }

  /// The time in seconds, with milliseconds.
  package var clock: String {
    let milliseconds = Int(time / .milliseconds(1))
    let rest = String(1_000 + milliseconds % 1_000).dropFirst()
    return "\(milliseconds / 1_000).\(rest) s"
  }

  private static func word(of kind: Activity.Kind) -> String {
    switch kind {
    case .ended(let outcome, _): [outcome.word, outcome.reason].compactMap(\.self).joined(separator: ": ")
    case .held(let by): "held by \(by)"
    case .verdict(let verdict): "\(verdict)"
    case .started(let attempt): attempt == 1 ? "started" : "started, attempt \(attempt)"
    case .lost(let count): "\(count) items were lost"
    case .refused(let reason), .willRetry(let reason), .quarantined(let reason), .wouldDeadlock(let reason),
      .notStored(let reason):
      "\(kind.word): \(reason)"
    default: kind.word
    }
  }
}
