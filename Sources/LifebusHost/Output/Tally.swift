internal import Lifebus
internal import LifebusSystem

/// What a bus has done, as numbers.
struct Tally: Sendable, Equatable {
  /// Events for which a handler was called, by handler and kind; further attempts do not count.
  private(set) var deliveries: [HandlerID: [String: Int]] = [:]
  /// Deliveries that have ended, by handler and the outcome's word.
  private(set) var outcomes: [HandlerID: [String: Int]] = [:]
  /// What the host's exit code has to tell, of what has happened so far.
  private(set) var codes: Set<ExitCode> = []
  /// Items of activity that were not read in time: the numbers above are too small then.
  private(set) var lost = 0

  mutating func count(_ activity: Activity) {
    switch activity.kind {
    case .started(attempt: 1):
      guard let handler = activity.handler, let subject = activity.subject else { return }
      deliveries[handler, default: [:]][subject.event.kind, default: 0] += 1
    case .ended(let outcome, _):
      if let handler = activity.handler { outcomes[handler, default: [:]][outcome.word, default: 0] += 1 }
      if let code = outcome.exitCode { codes.insert(code) }
    case .stuck: codes.insert(.timedOut)
    case .unhandled: codes.insert(.unhandled)
    case .refused: codes.insert(.badInput)
    case .notStored: codes.insert(.failed)
    case .lost(let count): lost += count
    default: break
    }
  }
}

extension Outcome {
  /// What an outcome is for the exit code; nil for what counts as done.
  fileprivate var exitCode: ExitCode? {
    switch self {
    case .failed, .dead, .crashed, .interrupted: .failed
    case .timedOut: .timedOut
    default: nil
    }
  }
}

/// How a host's run ended, for the last lines.
struct Summary: Sendable, Equatable {
  let tally: Tally
  /// Events in the bus's log.
  let events: Int
  let entries: Int
  let exits: Int
  /// Deliveries that a gate holds.
  let held: [HandlerID: Int]
}
