package import Lifebus
internal import LifebusSystem

/// A ledger's files, opened by the one process that writes them.
///
/// 1. The folder is taken, and what the last process left in `running` is read.
/// 2. The database is opened and judged: no ledger, a newer one, or one that lacks what was committed is refused as it is.
/// 3. In one transaction the runs of the last process are taken over, and what is left is read.
/// 4. From then on each batch of changes is a transaction.
package final class Store {
  package let running: RunningFile
  let connection: Connection
  let codec: any EventCodec
  private let folder: LedgerFolder
  private let lock: FileLock
  private let faults: FaultPoints?
  private var writeAheadLog: OpenFile?
  private var position = Position()
  private var trimming: Trimming
  private var attendance: Attendance

  /// Opens the ledger in a folder; what stands there is not changed when it throws.
  package init(
    _ folder: LedgerFolder, options: SQLiteLedgerOptions, codec: any EventCodec, migrations: [Migration] = Schema.migrations,
    faults: FaultPoints? = nil
  ) throws(SQLiteLedgerError) {
    (self.folder, self.codec, self.faults) = (folder, codec, faults)
    (trimming, attendance) = (Trimming(options), Attendance(options))
    lock = try folder.take()
    do throws(SQLiteLedgerError) {
      running = try RunningFile(folder.running)
      connection = try Self.connect(folder, try running.last(), migrations)
    } catch {
      lock.release()
      throw error
    }
  }

  deinit { lock.release() }

  private static func connect(
    _ folder: LedgerFolder, _ last: LastProcess?, _ migrations: [Migration]
  ) throws(SQLiteLedgerError) -> Connection {
    let isNew = (last?.commits ?? 0) == 0
    guard isNew || folder.hasDatabase else { throw isGone(folder) }
    try folder.makeDatabase()
    let connection = try Connection(folder.database, .writing)
    let found = try connection.schemaVersion(knowing: migrations)
    guard isNew || found > 0 else { throw isGone(folder) }
    // Before anything is written: what lacks something is refused as it is.
    if found > 0 { try connection.position().check(against: last, folder.database) }
    try connection.prepareForWriting()
    try connection.migrate(from: found, by: migrations)
    return connection
  }

  /// Refuses a folder whose database was there.
  static func isGone(_ folder: LedgerFolder) -> SQLiteLedgerError {
    SQLiteLedgerError(damaged: "the ledger '\(folder.database)'", text: "what was in it is gone")
  }

  /// Goes on where the last process has ended, without beginning another: for changes by command.
  package func resume() throws(SQLiteLedgerError) {
    position = try connection.position()
    try position.check(against: try running.last(), folder.database)
  }

  /// Begins a process: judges how the last one ended, and returns what is left.
  package func begin(version: String) throws(SQLiteLedgerError) -> LedgerContents {
    let last = try running.last()
    try resume()
    var contents = LedgerContents()
    try commit(isSynced: true) { () throws(SQLiteLedgerError) in
      if last?.tellsAll(since: position) != true { try connection.doubt() }
      try connection.takeOver(last?.number == position.process ? last : nil, version: version)
      position.process += 1
      let began = try connection.first("SELECT began FROM ledger") { $0.integer(0) } ?? 0
      try connection.noteProcess(position.process, version: version)
      let forgotten = try attendance.forgetAbsent(connection, before: began)
      try trimming.begin(connection)
      contents = try connection.contents(remembering: trimming.options, codec)
      contents.forgotten = forgotten
    }
    contents.nextSequence = position.nextSequence
    running.begin(process: position.process, commits: position.commits)
    return contents
  }

  /// Keeps changes, all of them or none; a killed process does not undo that, a loss of power may.
  package func record(_ changes: [LedgerChange]) throws(SQLiteLedgerError) {
    let payloads = try changes.map { change throws(SQLiteLedgerError) in try change.payload(codec) }
    try commit(isSynced: false) { () throws(SQLiteLedgerError) in
      for (change, payload) in zip(changes, payloads) {
        try connection.write(change, payload: payload)
        position.nextSequence = max(position.nextSequence, change.acceptedSequence + 1)
        try faults?.reach(.changed)
      }
      try attendance.note(changes, connection)
      try trimming.step(after: changes, connection)
    }
    running.haveRecorded(changes)
  }

  /// What was recorded so far, and can be synchronized while more is.
  package func written() throws(SQLiteLedgerError) -> Written {
    // SQLite makes it with the first commit, and lets it stay while it is open.
    let log = if let writeAheadLog { writeAheadLog } else { try OpenFile(folder.writeAheadLog) }
    writeAheadLog = log
    return Written(commits: position.commits, log: log, running: running, faults: faults)
  }

  private func commit(isSynced: Bool, _ body: () throws(SQLiteLedgerError) -> Void) throws(SQLiteLedgerError) {
    let before = (position, trimming, attendance)
    do throws(SQLiteLedgerError) {
      try faults?.reach(.begins)
      try connection.transaction(isSynced: isSynced) { () throws(SQLiteLedgerError) in
        try body()
        position.commits += 1
        try connection.write(position)
        try faults?.reach(.commits)
      }
    } catch {
      (position, trimming, attendance) = before
      throw error
    }
    try faults?.reach(.committed)
    running.note(commits: position.commits, isSynced: isSynced)
    try faults?.reach(.noted)
  }

  /// Ends what waits for a handler, and forgets what it has committed; its once-keys hold.
  package func forget(_ handler: HandlerID) throws(SQLiteLedgerError) {
    try commit(isSynced: true) { () throws(SQLiteLedgerError) in try connection.forget(handler.rawValue) }
  }

  /// Whether a once-key is used up.
  package func holds(_ key: LedgerKey) throws(SQLiteLedgerError) -> Bool { try connection.holds(key) }

  /// Ends the process in order: the database alone holds everything then.
  package func close() throws(SQLiteLedgerError) {
    try commit(isSynced: true) { () throws(SQLiteLedgerError) in try connection.run("UPDATE ledger SET closed = 1") }
    try connection.emptyWriteAheadLog()
    running.note(.inOrder)
  }
}
