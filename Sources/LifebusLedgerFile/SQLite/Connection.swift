internal import CSQLite

/// One connection to a ledger's database; used by one thread at a time.
package final class Connection {
  /// What a connection is for.
  package enum Use: Sendable {
    /// The only writer, which has the ledger's lock.
    case writing
    /// Reading, also while another one writes.
    case reading
  }

  let raw: OpaquePointer
  let path: String
  private var statements: [String: Statement] = [:]
  private var isSynced: Bool?

  package init(_ path: String, _ use: Use) throws(SQLiteLedgerError) {
    self.path = path
    guard Self.hasCheckedPages else { throw SQLiteLedgerError(.other, "SQLite does not take a layer of this package's") }
    var raw: OpaquePointer?
    let flags = (use == .writing ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY) | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &raw, flags, LIFEBUS_SQLITE_CHECKED_PAGES)
    guard let raw else { throw SQLiteLedgerError(.other, "there is no memory for a connection to '\(path)'") }
    self.raw = raw
    guard code == SQLITE_OK else { throw error(code) }
    sqlite3_extended_result_codes(raw, 1)
    sqlite3_busy_timeout(raw, 5_000)
    _ = lifebus_sqlite_keep_log(raw)
  }

  private static let hasCheckedPages = lifebus_sqlite_register_checked_pages() == SQLITE_OK

  deinit {
    statements = [:]
    sqlite3_close_v2(raw)
  }

  /// Runs a statement with these values.
  package func run(_ sql: String, _ values: SQLValue...) throws(SQLiteLedgerError) {
    try run(sql, values)
  }

  package func run(_ sql: String, _ values: [SQLValue]) throws(SQLiteLedgerError) {
    try statement(sql).run(values) { _ throws(SQLiteLedgerError) in }
  }

  /// Whether the last statement that changes rows has changed any.
  var hasChangedRows: Bool { sqlite3_changes(raw) > 0 }

  /// Runs a statement with these values, and calls `body` for each row.
  package func forEach(
    _ sql: String, _ values: SQLValue..., body: (Row) throws(SQLiteLedgerError) -> Void
  ) throws(SQLiteLedgerError) {
    try statement(sql).run(values, body)
  }

  /// What a statement's first row holds; nil if there is none.
  package func first<Value>(
    _ sql: String, _ values: SQLValue..., read: (Row) -> Value
  ) throws(SQLiteLedgerError) -> Value? {
    try first(sql, values, read: read)
  }

  package func first<Value>(
    _ sql: String, _ values: [SQLValue], read: (Row) -> Value
  ) throws(SQLiteLedgerError) -> Value? {
    var found: Value?
    try statement(sql).run(values) { row throws(SQLiteLedgerError) in if found == nil { found = read(row) } }
    return found
  }

  private func statement(_ sql: String) throws(SQLiteLedgerError) -> Statement {
    if let statement = statements[sql] { return statement }
    let statement = try Statement(sql, self)
    statements[sql] = statement
    return statement
  }

  /// Runs `body` so that all of its writes are kept, or none; `isSynced`: they outlive a loss of power too.
  package func transaction(
    isSynced: Bool, _ body: () throws(SQLiteLedgerError) -> Void
  ) throws(SQLiteLedgerError) {
    try setSynced(isSynced)
    try run("BEGIN IMMEDIATE")
    do throws(SQLiteLedgerError) {
      try body()
      try run("COMMIT")
    } catch {
      // Some failures have rolled back already.
      if sqlite3_get_autocommit(raw) == 0 { try? run("ROLLBACK") }
      throw error
    }
  }

  private func setSynced(_ isSynced: Bool) throws(SQLiteLedgerError) {
    guard isSynced != self.isSynced else { return }
    try run("PRAGMA synchronous = \(isSynced ? "FULL" : "NORMAL")")
    self.isSynced = isSynced
  }

  /// What SQLite says, with what to do.
  func error(_ code: Int32) -> SQLiteLedgerError {
    SQLiteLedgerError(code: code, text: String(cString: sqlite3_errmsg(raw)), path: path)
  }
}
