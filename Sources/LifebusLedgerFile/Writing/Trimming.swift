internal import Lifebus

/// Lets go of old events that nobody waits for, a few with each batch (L8).
///
/// The horizon is a place in the log: of the events before it only those are kept for which somebody waits.
struct Trimming {
  /// The events that are looked at in one step, and one for each that has come.
  private static let stepLength = 64

  let options: SQLiteLedgerOptions
  /// The first event that is kept whatever has become of it.
  private var horizon = 0
  /// The events from there on.
  private var kept = 0
  /// Batches until the age of the oldest is looked at.
  private var patience = 0

  init(_ options: SQLiteLedgerOptions) { self.options = options }

  /// Finds the horizon.
  mutating func begin(_ connection: Connection) throws(SQLiteLedgerError) {
    horizon =
      try connection.first(
        "SELECT sequence FROM event ORDER BY sequence DESC LIMIT 1 OFFSET ?", .integer(options.keptEvents)
      ) { $0.integer(0) + 1 } ?? 0
    kept = try connection.first("SELECT count(*) FROM event WHERE sequence >= ?", .integer(horizon)) { $0.integer(0) } ?? 0
    try connection.deleteFinished(before: horizon)
  }

  /// Moves on by a step when enough has come.
  mutating func step(after changes: [LedgerChange], _ connection: Connection) throws(SQLiteLedgerError) {
    try letGoOfEnded(changes, connection)
    let accepted = changes.count { $0.acceptedSequence > 0 }
    kept += accepted
    patience -= 1
    guard kept >= options.keptEvents + Self.stepLength || patience < 0 else { return }
    patience = Self.stepLength
    try advance(connection, by: Self.stepLength + accepted)
  }

  /// What waited from before the horizon on goes when its last delivery has ended.
  private func letGoOfEnded(_ changes: [LedgerChange], _ connection: Connection) throws(SQLiteLedgerError) {
    for case .end(_, let sequence, _, _) in changes where sequence < horizon {
      try connection.deleteFinished(from: sequence, before: sequence + 1)
    }
  }

  private mutating func advance(_ connection: Connection, by length: Int) throws(SQLiteLedgerError) {
    let surplus = kept - options.keptEvents
    let oldest = Moment.now - options.keptAge.milliseconds
    let start = horizon
    var passed = 0
    try connection.forEach(
      "SELECT sequence, time FROM event WHERE sequence >= ? ORDER BY sequence LIMIT ?", .integer(start),
      .integer(length)
    ) { row in
      guard passed < surplus || row.integer(1) < oldest else { return }
      passed += 1
      horizon = row.integer(0) + 1
    }
    kept -= passed
    if passed > 0 { try connection.deleteFinished(from: start, before: horizon) }
  }
}

extension Connection {
  /// Deletes the events in a part of the log for which nobody waits.
  fileprivate func deleteFinished(from start: Int = 0, before end: Int) throws(SQLiteLedgerError) {
    let isFinished = "NOT EXISTS (SELECT 1 FROM delivery WHERE sequence = event.sequence AND outcome IS NULL)"
    try run(
      """
      DELETE FROM delivery WHERE sequence >= ?1 AND sequence < ?2 AND sequence NOT IN
        (SELECT sequence FROM delivery WHERE sequence >= ?1 AND sequence < ?2 AND outcome IS NULL)
      """, .integer(start), .integer(end))
    try run("DELETE FROM event WHERE sequence >= ? AND sequence < ? AND \(isFinished)", .integer(start), .integer(end))
  }
}
