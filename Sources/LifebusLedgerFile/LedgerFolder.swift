package import LifebusSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The folder of a ledger, and the files in it.
package struct LedgerFolder: Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  /// The database.
  package var database: String { path + "/ledger.sqlite" }
  /// What was committed and does not stand in the database yet.
  package var writeAheadLog: String { database + "-wal" }
  /// What the handlers' calls run for.
  package var running: String { path + "/running" }
  /// Who has the ledger.
  package var lock: String { path + "/ledger.lock" }

  /// Makes the folder for its owner only, if it is not there, and takes it for this process.
  package func take() throws(SQLiteLedgerError) -> FileLock {
    let attempt: FileLock.Attempt
    do throws(SystemError) {
      if !Self.exists(path) { _ = try SystemError.check { mkdir(path, 0o700) } }
      attempt = try FileLock.take(lock)
    } catch {
      throw SQLiteLedgerError(system: error, "the ledger's folder '\(path)' cannot be used")
    }
    switch attempt {
    case .taken(let lock): return lock
    case .held(let pid):
      let holder = pid.map { "the process with pid \($0)" } ?? "another process"
      throw SQLiteLedgerError(.inUse, "the ledger in '\(path)' is in use by \(holder): stop it, or give another folder")
    }
  }

  /// Makes an empty database if there is none, for its owner only; refuses links.
  package func makeDatabase() throws(SQLiteLedgerError) {
    for file in [database, writeAheadLog] where file == database || Self.exists(file) {
      do throws(SystemError) {
        try Descriptor.open(writing: file, followsLink: false).close()
      } catch {
        throw SQLiteLedgerError(system: error, "'\(file)' cannot be opened")
      }
    }
  }

  /// True if there is a database with something in it.
  package var hasDatabase: Bool {
    var status = stat()
    return stat(database, &status) == 0 && status.st_size > 0
  }

  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}
