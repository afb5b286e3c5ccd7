/// Why a ledger on SQLite cannot be opened, read or written, in words that end with what to do.
public struct SQLiteLedgerError: Error, Equatable, CustomStringConvertible {
  /// What stands in the way.
  public enum Obstacle: Sendable {
    /// Another process has the ledger, or has locked its file.
    case inUse
    /// The folder or a file in it cannot be made, read or written.
    case unusable
    /// The file is no ledger.
    case notALedger
    /// The ledger was written by a newer version of this package.
    case newerSchema
    /// The files are not as they were written: something is missing or changed.
    case damaged
    /// There is no room on the disk.
    case diskFull
    /// The ledger was not opened, or is closed.
    case notOpen
    /// An event of a type that cannot be encoded, or that cannot be decoded as the type that is wanted.
    case notCodable
    /// Something else, as SQLite says it.
    case other
  }

  /// What stands in the way.
  public let obstacle: Obstacle
  /// What stands in the way, and what to do.
  public let description: String

  package init(_ obstacle: Obstacle, _ description: String) {
    self.obstacle = obstacle
    self.description = description
  }
}
