import CSQLite
import Testing

/// Another program that uses the database: SQLite as it is, without this package's layer.
enum Sqlite3 {
  static func run(_ path: String, _ statements: String) throws {
    var connection: OpaquePointer?
    try #require(sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
    defer { sqlite3_close_v2(connection) }
    for sql in statements.split(separator: ";") {
      var statement: OpaquePointer?
      try #require(sqlite3_prepare_v3(connection, String(sql), -1, 0, &statement, nil) == SQLITE_OK)
      defer { sqlite3_finalize(statement) }
      while sqlite3_step(statement) == SQLITE_ROW {}
    }
  }
}
