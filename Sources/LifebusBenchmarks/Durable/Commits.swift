import Foundation
import LifebusLedgerFile

/// A database of the ledger's kind, each of whose changes is a commit that outlives a loss of power.
actor Commits {
  private let connection: Connection

  init(in path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let folder = LedgerFolder(path)
    try folder.makeDatabase()
    connection = try Connection(folder.database, .writing)
    try connection.run("PRAGMA journal_mode = WAL")
    try connection.run("CREATE TABLE event (number INTEGER PRIMARY KEY, payload TEXT NOT NULL)")
    try connection.run(
      """
      CREATE TABLE delivery (number INTEGER, handler INTEGER, attempts INTEGER NOT NULL, outcome TEXT,
        PRIMARY KEY (number, handler)) WITHOUT ROWID
      """)
  }

  /// Commits an event with what is to be delivered of it.
  func accept(_ number: Int, for handlers: Int) throws {
    try connection.transaction(isSynced: true) { () throws(SQLiteLedgerError) in
      try connection.run("INSERT INTO event VALUES (?, ?)", SQLValue(number), .text("{\"number\":\(number)}"))
      for handler in 0..<handlers {
        try connection.run("INSERT INTO delivery VALUES (?, ?, 0, NULL)", SQLValue(number), SQLValue(handler))
      }
    }
  }

  /// Commits that a delivery starts.
  func begin(_ number: Int, _ handler: Int) throws { try update("attempts = attempts + 1", number, handler) }

  /// Commits that a delivery is done.
  func end(_ number: Int, _ handler: Int) throws { try update("outcome = 'done'", number, handler) }

  private func update(_ change: String, _ number: Int, _ handler: Int) throws {
    try connection.transaction(isSynced: true) { () throws(SQLiteLedgerError) in
      try connection.run(
        "UPDATE delivery SET \(change) WHERE number = ? AND handler = ?", SQLValue(number), SQLValue(handler))
    }
  }
}
