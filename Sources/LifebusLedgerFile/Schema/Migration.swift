/// A step from one version of the schema to the next.
package struct Migration: Sendable {
  let version: Int
  let statements: [String]

  package init(to version: Int, _ statements: [String]) {
    self.version = version
    self.statements = statements
  }
}

extension Connection {
  /// The version of a ledger, 0 for an empty file; refuses what is no ledger, and what a newer version has written.
  func schemaVersion(knowing migrations: [Migration]) throws(SQLiteLedgerError) -> Int {
    let mark = try first("PRAGMA application_id") { $0.integer(0) }
    let isEmpty = try first("SELECT count(*) FROM sqlite_master") { $0.integer(0) } == 0
    guard isEmpty || mark == Schema.applicationID else {
      throw SQLiteLedgerError(
        .notALedger, "'\(path)' is a database of another program: move the file away, or give another folder")
    }
    let (found, newest) = (try first("PRAGMA user_version") { $0.integer(0) } ?? 0, migrations.last?.version ?? 0)
    guard found <= newest else {
      throw SQLiteLedgerError(
        .newerSchema,
        "the ledger '\(path)' has schema \(found), and this version knows \(newest): use the newer version, or another folder")
    }
    return found
  }

  /// Brings a ledger to the newest version, step by step.
  func migrate(from found: Int, by migrations: [Migration]) throws(SQLiteLedgerError) {
    for migration in migrations where migration.version > found {
      try transaction(isSynced: true) { () throws(SQLiteLedgerError) in
        for statement in migration.statements { try run(statement) }
        try run("PRAGMA user_version = \(migration.version)")
      }
    }
  }
}
