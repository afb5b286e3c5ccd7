public import Lifebus
import Synchronization

/// A ledger that cannot be opened until it is unlocked, as a file on a device that nobody has unlocked yet; see
/// `LedgerOpening.whenPossible`.
public final class LockedLedger: Ledger {
  /// What opening it throws.
  public struct Locked: Error, CustomStringConvertible {
    /// The reason in words.
    public let description = "the ledger is locked"
  }

  private let ledger: any Ledger
  private let isLocked = Mutex(true)

  /// Locks a ledger.
  public init(_ ledger: any Ledger) {
    self.ledger = ledger
  }

  /// From now on it can be opened.
  public func unlock() { isLocked.withLock { $0 = false } }

  /// Begins a process.
  public func open(version: String) throws -> LedgerContents {
    guard !isLocked.withLock({ $0 }) else { throw Locked() }
    return try ledger.open(version: version)
  }

  /// Keeps changes.
  public func record(_ changes: [LedgerChange]) throws { try ledger.record(changes) }

  /// Whether a once-key is used up.
  public func holds(_ key: LedgerKey) throws -> Bool { try ledger.holds(key) }

  /// Notes what a handler's call runs for.
  public func note(_ run: LedgerRun?, of handler: HandlerID) { ledger.note(run, of: handler) }

  /// Notes that a delivery is done.
  public func noteDone(_ handler: HandlerID, sequence: Int, committing value: [UInt8]?) -> Bool {
    ledger.noteDone(handler, sequence: sequence, committing: value)
  }

  /// Notes that the process has ended in order.
  public func close() throws { try ledger.close() }
}
