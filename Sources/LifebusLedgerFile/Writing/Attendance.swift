internal import Lifebus

/// Which durable handlers are there, to the day: one that is absent for long loses its place (L8).
struct Attendance {
  private let options: SQLiteLedgerOptions
  /// When this process last wrote down that a handler is there.
  private var seen: [HandlerID: Int] = [:]

  init(_ options: SQLiteLedgerOptions) { self.options = options }

  /// Writes down who is there, at most once a day for each.
  mutating func note(_ changes: [LedgerChange], _ connection: Connection) throws(SQLiteLedgerError) {
    let now = Moment.now
    for change in changes {
      for handler in change.handlers where now - (seen[handler] ?? 0) > 86_400_000 {
        try connection.run(
          "INSERT INTO handler VALUES (?1, ?2, NULL) ON CONFLICT (name) DO UPDATE SET seen = ?2", .text(handler.rawValue),
          .integer(now))
        seen[handler] = now
      }
    }
  }

  /// Forgets the handlers that were not there for too long.
  func forgetAbsent(_ connection: Connection) throws(SQLiteLedgerError) {
    var absent: [String] = []
    let limit = Moment.now - options.absentHandlerAge.milliseconds
    try connection.forEach("SELECT name FROM handler WHERE seen < ?", .integer(limit)) { absent.append($0.text(0)) }
    for handler in absent { try connection.forget(handler) }
  }
}

extension Connection {
  /// Ends what waits for a handler, and forgets what it has committed; its once-keys hold.
  func forget(_ handler: String) throws(SQLiteLedgerError) {
    try run(
      "UPDATE delivery SET outcome = 'forgotten', ended = ? WHERE handler = ? AND outcome IS NULL", .integer(Moment.now),
      .text(handler))
    try run("DELETE FROM handler WHERE name = ?", .text(handler))
  }
}
