import Lifebus
import Synchronization

/// A ledger as a process has it: nothing reaches it any more when the process is dead.
final class MortalLedger: Ledger {
  struct Dead: Error {}

  private let base: any Ledger
  private let isDead = Mutex(false)
  private let recording = Mutex(())

  init(_ base: any Ledger) {
    self.base = base
  }

  func die() { isDead.withLock { $0 = true } }

  /// Waits for the end of what was being recorded at the death.
  func drain() { recording.withLock { _ in } }

  func open(version: String) throws -> LedgerContents { try base.open(version: version) }

  func record(_ changes: [LedgerChange]) throws {
    try recording.withLock { _ in
      guard !isDead.withLock({ $0 }) else { throw Dead() }
      try base.record(changes)
    }
  }

  func synchronize() throws {
    guard !isDead.withLock({ $0 }) else { throw Dead() }
    try base.synchronize()
  }

  func holds(_ key: LedgerKey) throws -> Bool { try base.holds(key) }

  func note(_ run: LedgerRun?, of handler: HandlerID) {
    isDead.withLock { if !$0 { base.note(run, of: handler) } }
  }

  func noteDone(_ handler: HandlerID, sequence: Int, committing value: [UInt8]?) -> Bool {
    isDead.withLock { !$0 && base.noteDone(handler, sequence: sequence, committing: value) }
  }

  func close() throws { try base.close() }
}
