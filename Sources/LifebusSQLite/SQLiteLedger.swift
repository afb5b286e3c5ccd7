public import Lifebus
public import LifebusLedgerFile
internal import LifebusThreads

/// Why a ledger cannot be opened, read or written, in words that end with what to do.
public typealias SQLiteLedgerError = LifebusLedgerFile.SQLiteLedgerError

/// What a ledger keeps, and for how long.
public typealias SQLiteLedgerOptions = LifebusLedgerFile.SQLiteLedgerOptions

/// A ledger on SQLite, in a folder of its own.
///
/// ```swift
/// let bus = try LifecycleBus(ledger: SQLiteLedger(at: folder), version: "1.0")
/// ```
///
/// The folder has a database that any tool for SQLite can read, its write-ahead log, a file `running` that says what every
/// handler's call runs for, and the lock by which one process at a time has it all.
public final class SQLiteLedger: Ledger {
  private let folder: LedgerFolder
  private let options: SQLiteLedgerOptions
  private let faults: FaultPoints?
  private let store = Lock<Store?>(nil)
  /// Apart from the store: a note may not wait for a commit.
  private let running = Lock<RunningFile?>(nil)

  /// Creates a ledger; nothing is opened before ``open(version:)``.
  ///
  /// - Parameters:
  ///   - folder: Where its files are; made when it is opened, if it is not there.
  ///   - options: What it keeps.
  public convenience init(at folder: String, options: SQLiteLedgerOptions = SQLiteLedgerOptions()) {
    self.init(at: folder, options: options, faults: nil)
  }

  /// Creates a ledger that a test lets fail.
  package init(at folder: String, options: SQLiteLedgerOptions = SQLiteLedgerOptions(), faults: FaultPoints?) {
    self.folder = LedgerFolder(folder)
    self.options = options
    self.faults = faults
  }

  /// Takes the folder and begins a process; a process that this ledger has begun before counts as killed.
  public func open(version: String) throws -> LedgerContents {
    vanish()
    return try store.withLock { store in
      let opened = try Store(folder, options: options, codec: JSONCodec(), faults: faults)
      let contents = try opened.begin(version: version)
      let file = opened.running
      running.withLock { $0 = file }
      store = opened
      return contents
    }
  }

  /// Keeps changes, all of them or none.
  ///
  /// - Throws: ``SQLiteLedgerError``: nothing of this was kept.
  public func record(_ changes: [LedgerChange]) throws {
    try store.withLock { store in try opened(store).record(changes) }
  }

  /// Has what was recorded outlive a loss of power.
  ///
  /// - Throws: ``SQLiteLedgerError``: it may not.
  public func synchronize() throws {
    let written = try store.withLock { store throws(SQLiteLedgerError) in try opened(store).written() }
    try written.synchronize()
  }

  /// Whether a once-key is used up.
  public func holds(_ key: LedgerKey) throws -> Bool {
    try store.withLock { store in try opened(store).holds(key) }
  }

  /// Notes what a handler's call runs for.
  public func note(_ run: LedgerRun?, of handler: HandlerID) {
    running.withLock { $0?.note(run, of: handler) }
  }

  /// Notes that a delivery is done, if there is room for it: for 1 024 that are not recorded yet, and 80 bytes of each handler's own.
  public func noteDone(_ handler: HandlerID, sequence: Int, committing value: [UInt8]?) -> Bool {
    running.withLock { $0?.noteDone(handler, sequence: sequence, committing: value) ?? false }
  }

  /// Notes that the process has ended in order, and lets another one have the folder.
  public func close() throws {
    try store.withLock { store in try opened(store).close() }
    vanish()
  }

  /// Lets go of everything as it is, as the end of a killed process does.
  package func vanish() {
    running.withLock { $0 = nil }
    store.withLock { $0 = nil }
  }

  /// Ends the process, as it ends without an ending of its own.
  package func end(_ end: ProcessEnd) {
    if end == .crashed { running.withLock { $0?.note(.crashed(signal: 4)) } }
    vanish()
  }

  private func opened(_ store: Store?) throws(SQLiteLedgerError) -> Store {
    guard let store else {
      throw SQLiteLedgerError(.notOpen, "the ledger in '\(folder.path)' is not open: open it first, and close it last")
    }
    return store
  }
}
