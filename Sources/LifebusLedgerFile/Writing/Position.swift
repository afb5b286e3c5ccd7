/// How far a ledger is: the one row of its table `ledger`.
struct Position {
  var commits = 0
  var nextSequence = 1
  var process = 0

  /// Refuses a database that lacks what the last process had committed: it, or its write-ahead log, is cut, old or gone.
  func check(against last: LastProcess?, _ path: String) throws(SQLiteLedgerError) {
    guard let last, commits < last.commits else { return }
    throw SQLiteLedgerError(
      damaged: "the ledger '\(path)'",
      text:
        "it has \(commits) commits, and \(last.commits) were made: the file, or the one that ends in -wal, is cut, old or gone")
  }
}

extension Connection {
  func position() throws(SQLiteLedgerError) -> Position {
    let found = try first("SELECT commits, next_sequence, process FROM ledger") {
      Position(commits: $0.integer(0), nextSequence: $0.integer(1), process: $0.integer(2))
    }
    guard let found else { throw SQLiteLedgerError(damaged: "the ledger '\(path)'", text: "its table 'ledger' is empty") }
    return found
  }

  func write(_ position: Position) throws(SQLiteLedgerError) {
    try run("UPDATE ledger SET commits = ?, next_sequence = ?", .integer(position.commits), .integer(position.nextSequence))
  }
}
