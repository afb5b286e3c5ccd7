package import Lifebus

/// Reads a ledger's files, also while another process writes them.
package struct LedgerInspector {
  private let folder: LedgerFolder
  private let connection: Connection
  private let last: LastProcess?
  private let reader: EntryReader

  /// Opens the ledger in a folder as it is; nothing is changed.
  package init(_ folder: LedgerFolder) throws(SQLiteLedgerError) {
    last = try RunningFile(reading: folder.running)?.last(isBeingWritten: true)
    guard folder.hasDatabase else {
      if last.map({ $0.commits > 0 }) == true { throw Store.isGone(folder) }
      throw SQLiteLedgerError(.unusable, "there is no ledger in '\(folder.path)': give the folder of one")
    }
    self.folder = folder
    connection = try Connection(folder.database, .reading)
    let found = try connection.schemaVersion(knowing: Schema.migrations)
    if let last, last.commits > 0 {
      guard found > 0 else { throw Store.isGone(folder) }
      try connection.position().check(against: last, folder.database)
    }
    guard found == Schema.version else {
      throw SQLiteLedgerError(
        .unusable, "the ledger '\(folder.database)' was written by an older version: start its host once, which migrates it")
    }
    reader = EntryReader(last, isGone: try connection.isLastProcessGone(last))
  }

  // MARK: Looking

  /// Deliveries in the order of their events: the newest so many of those in these states, of one handler or all.
  package func page(
    of handler: HandlerID? = nil, in states: Set<LedgerEntry.State> = Set(LedgerEntry.State.allCases), limit: Int = .max
  ) throws(SQLiteLedgerError) -> LedgerPage {
    var page = LedgerPage()
    try connection.forEach(
      "\(EntryReader.query) WHERE ?1 IS NULL OR handler = ?1 ORDER BY delivery.sequence DESC, handler DESC",
      SQLValue(handler?.rawValue)
    ) { row in
      let entry = reader.entry(row)
      guard states.contains(entry.state) else { return }
      if page.entries.count < limit { page.entries.append(entry) } else { page.older += 1 }
    }
    page.entries.reverse()
    return page
  }

  /// The events of a given id, from whatever source, or else the event at this place in the log; each with what became of it.
  package func events(named name: String) throws(SQLiteLedgerError) -> [LedgerEventDetails] {
    let withID = try events("id = ?", .text(name))
    guard withID.isEmpty, let sequence = Int(name) else { return withID }
    return try events("sequence = ?", .integer(sequence))
  }

  private func events(_ condition: String, _ value: SQLValue) throws(SQLiteLedgerError) -> [LedgerEventDetails] {
    var found: [LedgerEventDetails] = []
    try connection.forEach(
      "SELECT \(EntryReader.headColumns), type, cause, payload FROM event WHERE \(condition) ORDER BY sequence", value
    ) { row throws(SQLiteLedgerError) in
      let event = LedgerEventHead(row)
      found.append(
        LedgerEventDetails(
          event: event, type: row.text(6), cause: row.integer(7), payload: row.text(8), entries: try entries(of: event)))
    }
    return found
  }

  private func entries(of event: LedgerEventHead) throws(SQLiteLedgerError) -> [LedgerEntry] {
    var entries: [LedgerEntry] = []
    try connection.forEach(
      "\(EntryReader.query) WHERE delivery.sequence = ? ORDER BY handler", .integer(event.sequence)
    ) { entries.append(reader.entry($0)) }
    return entries
  }

  /// The handlers that are quarantined, with the reason.
  package func quarantined() throws(SQLiteLedgerError) -> [HandlerID: String] {
    var reasons: [HandlerID: String] = [:]
    try connection.forEach("SELECT handler, reason FROM quarantine") { reasons[HandlerID($0.text(0))] = $0.text(1) }
    return reasons
  }

  /// The handlers that have a place in the ledger: it keeps something for them.
  package func handlers() throws(SQLiteLedgerError) -> [HandlerID] {
    var handlers: [HandlerID] = []
    try connection.forEach(
      """
      SELECT name FROM handler UNION SELECT handler FROM wanted UNION SELECT handler FROM delivery WHERE outcome IS NULL
      ORDER BY 1
      """
    ) { handlers.append(HandlerID($0.text(0))) }
    return handlers
  }

  // MARK: Verifying

  /// How much the ledger holds.
  package func counts() throws(SQLiteLedgerError) -> LedgerCounts {
    func count(_ table: String) throws(SQLiteLedgerError) -> Int {
      try connection.first("SELECT count(*) FROM \(table)") { $0.integer(0) } ?? 0
    }
    return LedgerCounts(events: try count("event"), deliveries: try count("delivery"), onceKeys: try count("once_key"))
  }

  /// What is wrong with the ledger; nothing if all is well.
  ///
  /// It reads every page.
  package func findings() -> [String] {
    var findings: [String] = []
    do throws(SQLiteLedgerError) {
      try connection.position().check(against: last, folder.database)
      // What a process writes meanwhile may be torn; what one has left may not.
      if try connection.isLastProcessGone(last) { _ = try RunningFile(reading: folder.running)?.last() }
      try connection.forEach("PRAGMA integrity_check(100)") { if $0.text(0) != "ok" { findings.append($0.text(0)) } }
      for check in RowCheck.all { findings += try check.findings(connection) }
    } catch {
      findings.append(error.description)
    }
    return findings
  }
}
