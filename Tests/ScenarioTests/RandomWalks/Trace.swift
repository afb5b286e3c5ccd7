@testable import LifebusTestKit

/// What was seen of a play, to be judged, or falsified by a test.
struct Trace: Sendable {
  var calls: [PlayedCall]
  var events: [PlayedEvent]
  var outcomes: [PlayedOutcome]
  /// Deliveries that run or wait at the end, by handler.
  var left: [String: Int]
  var phases: [String]
  var entries: Int
  var exits: Int
  var counts: [String: Int]
  /// Handlers that were in quarantine in some process.
  var quarantined: Set<String>

  init(_ playback: Playback) {
    let record = playback.record
    calls = record.calls
    events = record.events
    outcomes = record.endings
    left = record.outcomes.mapValues { $0["running", default: 0] + $0["held", default: 0] }
    phases = record.phases
    (entries, exits) = (record.entries, record.exits)
    counts = record.reports.plain
    quarantined = Set((record.reports.handlers["quarantined"] ?? [:]).keys)
  }
}
