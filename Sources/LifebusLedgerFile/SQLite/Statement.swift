internal import CSQLite

/// A prepared statement; the connection keeps it for the next time.
final class Statement {
  private let raw: OpaquePointer
  private unowned let connection: Connection

  init(_ sql: String, _ connection: Connection) throws(SQLiteLedgerError) {
    var raw: OpaquePointer?
    let code = sqlite3_prepare_v3(connection.raw, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &raw, nil)
    guard code == SQLITE_OK, let raw else { throw connection.error(code) }
    self.raw = raw
    self.connection = connection
  }

  deinit { sqlite3_finalize(raw) }

  /// Runs it with these values, and calls `body` for each row.
  func run(_ values: [SQLValue], _ body: (Row) throws(SQLiteLedgerError) -> Void) throws(SQLiteLedgerError) {
    defer { sqlite3_reset(raw) }
    for (index, value) in values.enumerated() { bind(value, at: Int32(index + 1)) }
    while true {
      let code = sqlite3_step(raw)
      switch code {
      case SQLITE_ROW: try body(Row(raw: raw))
      case SQLITE_DONE: return
      default: throw connection.error(code)
      }
    }
  }

  private func bind(_ value: SQLValue, at place: Int32) {
    switch value {
    case .null: sqlite3_bind_null(raw, place)
    case .integer(let number): sqlite3_bind_int64(raw, place, Int64(number))
    case .text(var text):
      text.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) {
          _ = lifebus_sqlite_bind_text(raw, place, $0.baseAddress, Int32($0.count))
        }
      }
    case .bytes(let bytes): bytes.withUnsafeBytes { _ = lifebus_sqlite_bind_bytes(raw, place, $0.baseAddress, Int32($0.count)) }
    }
  }
}
