internal import LifebusSystem

/// What a ledger has committed up to a moment: in its write-ahead log, and what was there before in its database, which SQLite
/// has synchronized before the log was begun anew.
package struct Written: Sendable {
  let commits: Int
  let log: OpenFile
  let running: RunningFile
  let faults: FaultPoints?

  /// Has it outlive a loss of power.
  package func synchronize() throws(SQLiteLedgerError) {
    do throws(SystemError) { try log.descriptor.synchronize() } catch {
      throw SQLiteLedgerError(system: error, "'\(log.path)' cannot be brought to the disk")
    }
    try faults?.reach(.synchronized)
    running.noteSynced(commits: commits)
  }
}

/// A file that is open for as long as somebody has the object.
final class OpenFile: Sendable {
  let path: String
  let descriptor: Descriptor

  init(_ path: String) throws(SQLiteLedgerError) {
    self.path = path
    do throws(SystemError) { descriptor = try Descriptor.open(reading: path) } catch {
      throw SQLiteLedgerError(system: error, "'\(path)' cannot be opened")
    }
  }

  deinit { descriptor.close() }
}
