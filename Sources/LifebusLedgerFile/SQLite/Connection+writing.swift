internal import CSQLite

extension Connection {
  /// Sets up what a writer needs: a write-ahead log, and what Apple's disks need to be really synchronised.
  func prepareForWriting() throws(SQLiteLedgerError) {
    _ = lifebus_sqlite_leave_room_for_sums(raw)
    let mode = try first("PRAGMA journal_mode = WAL") { $0.text(0) }
    guard mode == "wal" else {
      throw SQLiteLedgerError(
        .unusable, "the ledger '\(path)' cannot have a write-ahead log: its file system lacks shared memory")
    }
    try run("PRAGMA fullfsync = ON")
    try run("PRAGMA checkpoint_fullfsync = ON")
  }

  /// Writes all of the write-ahead log into the database.
  func emptyWriteAheadLog() throws(SQLiteLedgerError) {
    let code = sqlite3_wal_checkpoint_v2(raw, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    // Whoever reads meanwhile needs the log: it stays, and nothing is lost.
    guard code == SQLITE_OK || code & 0xff == SQLITE_BUSY else { throw error(code) }
  }
}
