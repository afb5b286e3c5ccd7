internal import Lifebus

/// What becomes of the calls that ran, or had ended, when the last process ended (L3, L5).
extension Connection {
  /// Takes the runs of the last process over, and judges how it ended; nil: it left no runs.
  func takeOver(_ last: LastProcess?, version: String) throws(SQLiteLedgerError) {
    for end in last?.ends ?? [] { try takeOver(end) }
    for (handler, run) in last?.runs ?? [:] where run.sequence > 0 {
      try update(handler, run.sequence, "attempts = ?, was_running = 1", .integer(run.attempt))
    }
    try judge(last)
    // A new build gets a new chance.
    try run("DELETE FROM quarantine WHERE build <> ?", .text(version))
  }

  /// What was done is recorded now, unless it is already: then the handler may have committed something newer.
  private func takeOver(_ end: NotedEnd) throws(SQLiteLedgerError) {
    try update(end.handler, end.sequence, "outcome = ?, ended = ?", .text(Outcome.done.word), .integer(end.ended))
    if hasChangedRows, let value = end.committed { try commit(value, end.handler) }
  }

  /// Where nobody knows what the last process has done, all that has not ended may have been called.
  func doubt() throws(SQLiteLedgerError) {
    try run(
      """
      UPDATE delivery SET attempts = max(attempts, failures + 1)
      WHERE outcome IS NULL AND dead_reason IS NULL AND (SELECT process > 0 AND NOT closed FROM ledger)
      """)
  }

  private func judge(_ last: LastProcess?) throws(SQLiteLedgerError) {
    let build = try first("SELECT build FROM ledger") { $0.text(0) } ?? ""
    var culprits: [HandlerID: RunFound] = [:]
    if let last, case .crashed = last.end {
      culprits = last.runs.filter { !$0.value.isOver && !last.isDone($0.value, of: $0.key) }
    }
    for (handler, run) in culprits where try hasCrashed(handler, run, build) { try quarantine(handler, run, build) }
    try run("DELETE FROM crash")
    for (handler, run) in culprits {
      try self.run(
        "INSERT INTO crash VALUES (?, ?, ?, ?)", .text(handler.rawValue), .text(run.note.description),
        SQLValue(bits: run.fingerprint), .text(build))
    }
  }

  /// Whether the handler ran for the same at the crash of the process before too.
  private func hasCrashed(_ handler: HandlerID, _ run: RunFound, _ build: String) throws(SQLiteLedgerError) -> Bool {
    try first(
      "SELECT 1 FROM crash WHERE handler = ? AND fingerprint = ? AND build = ?", .text(handler.rawValue),
      SQLValue(bits: run.fingerprint), .text(build)
    ) { _ in true } ?? false
  }

  private func quarantine(_ handler: HandlerID, _ run: RunFound, _ build: String) throws(SQLiteLedgerError) {
    try self.run(
      "INSERT OR REPLACE INTO quarantine VALUES (?, ?, ?, ?)", .text(handler.rawValue),
      .text("two processes in a row have crashed while it handled \(run.note)"), .text(build), .integer(Moment.now))
  }

  /// Writes down who has the ledger now.
  func noteProcess(_ number: Int, version: String) throws(SQLiteLedgerError) {
    try run(
      "UPDATE ledger SET process = ?, build = ?, pid = ?, began = ?, closed = 0", .integer(number), .text(version),
      .integer(CurrentProcess.id), .integer(Moment.now))
  }
}
