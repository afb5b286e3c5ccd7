internal import Lifebus

/// Which durable handlers are there, to the day: one that is absent for long loses its place (L8).
struct Attendance {
  private static let day = 86_400_000

  private let options: SQLiteLedgerOptions
  private var present: Set<HandlerID> = []
  /// When it was last written down that they are there.
  private var noted = Moment.now

  init(_ options: SQLiteLedgerOptions) { self.options = options }

  /// Writes down who is there still, once a day.
  mutating func note(_ changes: [LedgerChange], _ connection: Connection) throws(SQLiteLedgerError) {
    for case .attend(let handler, let interest) in changes {
      if interest == nil { present.remove(handler) } else { present.insert(handler) }
    }
    let now = Moment.now
    guard now - noted > Self.day else { return }
    noted = now
    for handler in present {
      try connection.run("UPDATE handler SET seen = ? WHERE name = ?", .integer(now), .text(handler.rawValue))
    }
  }

  /// Forgets the handlers that were not there for too long, and says how many deliveries waited for each.
  ///
  /// The process before must have found them absent for as long: a clock that is wrong at one start costs nobody a place.
  func forgetAbsent(_ connection: Connection, before began: Int) throws(SQLiteLedgerError) -> [HandlerID: Int] {
    var absent: [HandlerID: Int] = [:]
    try connection.forEach(
      """
      SELECT name, (SELECT count(*) FROM delivery WHERE handler = name AND outcome IS NULL) FROM handler WHERE seen < ?
      """, .integer(min(Moment.now, began) - options.absentHandlerAge.milliseconds)
    ) { absent[HandlerID($0.text(0))] = $0.integer(1) }
    for handler in absent.keys { try connection.forget(handler.rawValue) }
    return absent
  }
}

extension Connection {
  /// A handler is there and wants this; nil: it wants no more.
  func attend(_ handler: HandlerID, _ interest: LedgerInterest?) throws(SQLiteLedgerError) {
    try run("DELETE FROM wanted WHERE handler = ?", .text(handler.rawValue))
    guard let interest else { return }
    try run(
      "INSERT INTO handler (name, seen, gate) VALUES (?1, ?2, ?3) ON CONFLICT (name) DO UPDATE SET seen = ?2, gate = ?3",
      .text(handler.rawValue), .integer(Moment.now), SQLValue(interest.gate?.rawValue))
    for kind in interest.kinds {
      try run("INSERT INTO wanted VALUES (?, ?)", .text(handler.rawValue), .text(kind))
    }
  }

  /// Ends what waits for a handler, and forgets what it has committed and wanted; its once-keys hold.
  func forget(_ handler: String) throws(SQLiteLedgerError) {
    try run(
      "UPDATE delivery SET outcome = 'forgotten', ended = ? WHERE handler = ? AND outcome IS NULL", .integer(Moment.now),
      .text(handler))
    try run("DELETE FROM handler WHERE name = ?", .text(handler))
    try run("DELETE FROM wanted WHERE handler = ?", .text(handler))
  }
}
