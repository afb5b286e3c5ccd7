import Lifebus
import Synchronization

/// A ledger in memory whose disk can be full, and of which two keys may have one fingerprint.
final class FaultyLedger: Ledger {
  private struct State {
    var isFull = false
    var isBroken = false
    var synchronizations = 0
    var batches: [[LedgerChange]] = []
    var fingerprints: [UInt64] = []
  }

  private let memory = MemoryLedger()
  private let state = Mutex(State())
  private let notesDone: Bool

  /// - Parameters:
  ///   - fingerprints: Those that are found in the ledger besides its own.
  ///   - notesDone: Whether what is done can be noted before it is recorded.
  init(fingerprints: [UInt64] = [], notesDone: Bool = false) {
    self.notesDone = notesDone
    state.withLock { $0.fingerprints = fingerprints }
  }

  var isFull: Bool {
    get { state.withLock { $0.isFull } }
    set { state.withLock { $0.isFull = newValue } }
  }

  /// Whether nothing can be brought to the disk.
  var isBroken: Bool {
    get { state.withLock { $0.isBroken } }
    set { state.withLock { $0.isBroken = newValue } }
  }

  /// How often it was.
  var synchronizations: Int { state.withLock { $0.synchronizations } }

  var batches: [[LedgerChange]] { state.withLock { $0.batches } }

  func open(version: String) throws -> LedgerContents {
    var contents = try memory.open(version: version)
    contents.fingerprints += state.withLock { $0.fingerprints }
    return contents
  }

  func record(_ changes: [LedgerChange]) throws {
    try state.withLock { state in
      guard !state.isFull else { throw DiskFull() }
      state.batches.append(changes)
    }
    try memory.record(changes)
  }

  func synchronize() throws {
    try state.withLock { state in
      guard !state.isBroken else { throw DiskBroken() }
      state.synchronizations += 1
    }
  }

  func holds(_ key: LedgerKey) throws -> Bool { try memory.holds(key) }
  func note(_ run: LedgerRun?, of handler: HandlerID) { memory.note(run, of: handler) }
  func noteDone(_ handler: HandlerID, sequence: Int, committing value: [UInt8]?) -> Bool {
    notesDone && memory.noteDone(handler, sequence: sequence, committing: value)
  }

  func close() throws { try memory.close() }
}

struct DiskFull: Error, CustomStringConvertible {
  let description = "the disk is full"
}

struct DiskBroken: Error, CustomStringConvertible {
  let description = "the disk is broken"
}
