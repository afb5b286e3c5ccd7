package import Lifebus

/// Reads a ledger's files, also while another process writes them.
package struct LedgerInspector {
  private let folder: LedgerFolder
  private let connection: Connection
  private let last: LastProcess?

  /// Opens the ledger in a folder as it is; nothing is changed.
  package init(_ folder: LedgerFolder) throws(SQLiteLedgerError) {
    guard folder.hasDatabase else {
      throw SQLiteLedgerError(.unusable, "there is no ledger in '\(folder.path)': give the folder of one")
    }
    self.folder = folder
    connection = try Connection(folder.database, .reading)
    guard try connection.schemaVersion(knowing: Schema.migrations) == Schema.version else {
      throw SQLiteLedgerError(
        .unusable, "the ledger '\(folder.database)' was written by an older version: start its host once, which migrates it")
    }
    last = try RunningFile(reading: folder.running)?.last(isBeingWritten: true)
  }

  // MARK: Looking

  /// Deliveries in the order of their events: the newest so many of those in these states, of one handler or all.
  package func entries(
    of handler: HandlerID? = nil, in states: Set<LedgerEntry.State> = Set(LedgerEntry.State.allCases), limit: Int = 1_000
  ) throws(SQLiteLedgerError) -> [LedgerEntry] {
    var entries: [LedgerEntry] = []
    try connection.forEach(
      "\(Self.columns) WHERE ?1 IS NULL OR handler = ?1 ORDER BY delivery.sequence DESC, handler DESC",
      SQLValue(handler?.rawValue)
    ) { row in
      guard entries.count < limit else { return }
      let entry = entry(row)
      if states.contains(entry.state) { entries.append(entry) }
    }
    return entries.reversed()
  }

  /// An event and what became of it; nil if the ledger does not have it.
  package func event(_ sequence: Int) throws(SQLiteLedgerError) -> LedgerEventDetails? {
    var entries: [LedgerEntry] = []
    try connection.forEach("\(Self.columns) WHERE delivery.sequence = ? ORDER BY handler", .integer(sequence)) { row in
      entries.append(entry(row))
    }
    return try connection.first("SELECT type, cause, payload FROM event WHERE sequence = ?", .integer(sequence)) { row in
      LedgerEventDetails(
        sequence: sequence, type: row.text(0), cause: row.integer(1), payload: row.text(2), entries: entries)
    }
  }

  /// The handlers that are quarantined, with the reason.
  package func quarantined() throws(SQLiteLedgerError) -> [HandlerID: String] {
    var reasons: [HandlerID: String] = [:]
    try connection.forEach("SELECT handler, reason FROM quarantine") { reasons[HandlerID($0.text(0))] = $0.text(1) }
    return reasons
  }

  private static let columns = """
    SELECT handler, delivery.sequence, kind, scope, id, source, time, attempts, failures, was_running, owner, outcome,
      dead_reason, ended
    FROM delivery JOIN event ON event.sequence = delivery.sequence
    """

  private func entry(_ row: Row) -> LedgerEntry {
    var entry = LedgerEntry(
      handler: row.text(0), sequence: row.integer(1), kind: row.text(2), scope: row.optionalText(3), id: row.optionalText(4),
      source: row.optionalText(5), time: row.integer(6), state: state(row), attempts: row.integer(7),
      failures: row.integer(8), owner: row.optionalText(10), outcome: row.optionalText(11),
      deadReason: row.optionalText(12), ended: row.optionalInteger(13))
    guard entry.state == .waiting, let run = last?.runs[HandlerID(entry.handler)], run.sequence == entry.sequence else {
      return entry
    }
    (entry.state, entry.attempts) = (.running, run.attempt)
    return entry
  }

  private func state(_ row: Row) -> LedgerEntry.State {
    if row.optionalText(11) != nil { return .finished }
    if row.optionalText(12) != nil { return .dead }
    return row.flag(9) ? .running : .waiting
  }

  // MARK: Verifying

  /// What is wrong with the ledger; nothing if all is well.
  ///
  /// It reads every page.
  package func findings() -> [String] {
    var findings: [String] = []
    do throws(SQLiteLedgerError) {
      try connection.position().check(against: last, folder.database)
      try connection.forEach("PRAGMA integrity_check(100)") { if $0.text(0) != "ok" { findings.append($0.text(0)) } }
      for check in RowCheck.all { findings += try check.findings(connection) }
    } catch {
      findings.append(error.description)
    }
    return findings
  }
}
