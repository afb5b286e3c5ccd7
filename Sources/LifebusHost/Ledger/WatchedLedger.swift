internal import Dispatch
internal import Lifebus
internal import LifebusThreads

/// A host's ledger, of which one can wait until it has kept what the bus was told to do.
final class WatchedLedger: Ledger {
  /// How long a change may take to be kept.
  private static let patience = DispatchTimeInterval.seconds(10)

  private let ledger: any Ledger
  private let watches = Lock<[Watch]>([])

  init(_ ledger: any Ledger) {
    self.ledger = ledger
  }

  /// Waits, on the caller's thread, until a change is kept that `act` has the bus make.
  ///
  /// - Parameters:
  ///   - isMeant: Knows the change.
  ///   - act: Has it made; false if there is nothing to change.
  /// - Returns: What `act` has returned.
  /// - Throws: Why the change is not kept; the bus goes on trying.
  func keep(_ isMeant: @escaping @Sendable (LedgerChange) -> Bool, _ act: () -> Bool) throws -> Bool {
    let watch = Watch(isMeant: isMeant)
    watches.withLock { $0.append(watch) }
    defer { watches.withLock { watches in watches.removeAll { $0 === watch } } }
    guard act() else { return false }
    guard watch.isOver.wait(timeout: .now() + Self.patience) == .success else {
      throw HostError("it is done, and not on the disk yet: look again later")
    }
    if let failure = watch.failure.withLock({ $0 }) { throw HostError("it is done, and cannot be kept: \(failure)") }
    return true
  }

  /// One wait for a change.
  private final class Watch: Sendable {
    let isMeant: @Sendable (LedgerChange) -> Bool
    let isOver = DispatchSemaphore(value: 0)
    let failure = Lock<String?>(nil)

    init(isMeant: @escaping @Sendable (LedgerChange) -> Bool) {
      self.isMeant = isMeant
    }
  }

  // MARK: As the ledger that it is

  func open(version: String) throws -> LedgerContents { try ledger.open(version: version) }

  func record(_ changes: [LedgerChange]) throws {
    let watches = watches.withLock { $0 }.filter { changes.contains(where: $0.isMeant) }
    defer { for watch in watches { watch.isOver.signal() } }
    do {
      try ledger.record(changes)
    } catch {
      for watch in watches { watch.failure.withLock { $0 = "\(error)" } }
      throw error
    }
  }

  func synchronize() throws { try ledger.synchronize() }

  func holds(_ key: LedgerKey) throws -> Bool { try ledger.holds(key) }

  func note(_ run: LedgerRun?, of handler: HandlerID) { ledger.note(run, of: handler) }

  func noteDone(_ handler: HandlerID, sequence: Int, committing value: [UInt8]?) -> Bool {
    ledger.noteDone(handler, sequence: sequence, committing: value)
  }

  func close() throws { try ledger.close() }
}
