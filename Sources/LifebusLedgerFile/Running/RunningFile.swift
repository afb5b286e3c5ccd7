internal import CLifebusSystem
package import Lifebus
internal import LifebusSystem
internal import LifebusThreads

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The file `running`: what every handler's call runs for (L5), and which deliveries are done that the database does not have
/// yet, in memory that outlives the process.
///
/// It has room for 1 024 handlers of a process; what runs for others, or for one whose name has more than 120 bytes, is not
/// noted.
package final class RunningFile: @unchecked Sendable {
  // Proof: the memory stays where it is while this exists; its header is read and written word by word, each atomic; its slots
  // and ends are written under the lock of `state`, once the process has begun.
  static let capacity = 1_024
  private static let endsPlace = RunningHeader.size + capacity * RunningSlot.size
  private static let size = endsPlace + EndRing.size

  let path: String
  private let file: MappedFile
  let header: RunningHeader
  private let state = Lock(State())

  /// What is written where.
  private struct State {
    var slots: [HandlerID: (index: Int, slot: RunningSlot)] = [:]
    /// Nil before the process begins.
    var ends: UnrecordedEnds?
  }

  package init(_ path: String) throws(SQLiteLedgerError) {
    self.path = path
    let sizes = [0, Self.endsPlace, Self.size]
    guard sizes.contains(MappedFile.size(of: path) ?? 0) else { throw Self.damaged(path, "it is cut") }
    do throws(SystemError) {
      file = try MappedFile(path, size: Self.size)
    } catch {
      throw SQLiteLedgerError(system: error, "'\(path)' cannot be mapped into memory")
    }
    header = RunningHeader(start: file.start)
  }

  /// Reads the file that another process may be writing; nil if there is none yet.
  init?(reading path: String) throws(SQLiteLedgerError) {
    self.path = path
    do throws(SystemError) {
      guard let file = try MappedFile(reading: path, size: Self.size) else { return nil }
      self.file = file
    } catch {
      guard error.code != ENOENT else { return nil }
      throw SQLiteLedgerError(system: error, "'\(path)' cannot be read")
    }
    header = RunningHeader(start: file.start)
  }

  deinit { lifebus_forget_fatal_signals(header.signalPlace) }

  func slot(_ index: Int) -> RunningSlot {
    RunningSlot(start: file.start + RunningHeader.size + index * RunningSlot.size)
  }

  var ring: EndRing { EndRing(start: file.start + Self.endsPlace) }

  /// Begins a process; its slots are free, and fatal signals are noted from now on.
  package func begin(process: Int, commits: Int) {
    for index in 0..<Self.capacity { slot(index).clear() }
    state.withLock { $0.ends = UnrecordedEnds(next: ring.clear()) }
    header.begin(process: process, boot: Boot.current, commits: commits)
    _ = lifebus_note_fatal_signals(header.signalPlace)
  }

  /// Notes what a handler's call runs for; nil: it runs no more.
  ///
  /// No call of the system.
  package func note(_ run: LedgerRun?, of handler: HandlerID) {
    state.withLock { state in
      guard let slot = self.slot(of: handler, isWanted: run != nil, &state) else { return }
      slot.slot.publish(run)
    }
  }

  private func slot(of handler: HandlerID, isWanted: Bool, _ state: inout State) -> (index: Int, slot: RunningSlot)? {
    if let slot = state.slots[handler] { return slot }
    let index = state.slots.count
    guard isWanted, index < Self.capacity, handler.rawValue.utf8.count <= RunningSlot.nameLimit else { return nil }
    let slot = slot(index)
    slot.take(for: handler)
    state.slots[handler] = (index, slot)
    return (index, slot)
  }

  /// Notes that a delivery is done; false: there is no room for it.
  ///
  /// No call of the system.
  package func noteDone(_ handler: HandlerID, sequence: Int, committing value: [UInt8]?) -> Bool {
    state.withLock { state in
      guard state.ends != nil, let (index, slot) = self.slot(of: handler, isWanted: true, &state) else { return false }
      let note = EndRing.Note(
        slot: index, nameCheck: slot.nameCheck, sequence: sequence, ended: Moment.now, committed: value)
      guard let number = ring.add(note) else { return false }
      state.ends?.add(handler, sequence, number)
      return true
    }
  }

  /// The database has these changes: the ends among them need not stand here any more.
  package func haveRecorded(_ changes: [LedgerChange]) {
    state.withLock { state in
      guard var ends = state.ends.take() else { return }
      for case .end(let handler, let sequence, _, _) in changes { ends.remove(handler, sequence) }
      ring.pass(to: ends.first)
      state.ends = ends
    }
  }

  /// Notes that the ledger has so many commits.
  package func note(commits: Int, isSynced: Bool) {
    header.commits = commits
    if isSynced { noteSynced(commits: commits) }
  }

  /// Notes that a loss of power leaves so many commits.
  func noteSynced(commits: Int) { header.noteSynced(commits: commits) }

  /// Notes how the process ends.
  package func note(_ end: LastProcess.End) {
    switch end {
    case .inOrder: header.isClean = true
    case .crashed(let signal): header.signal = signal
    case .killed: break
    }
  }
}
