internal import Synchronization

/// What is delivered without the lock: a loop is lent a stretch of the log, and gives it back when it is called for.
extension Machine {
  /// Lends the loop the rest of a chunk, where no rule but "does it match" has a say: no barrier, no once, nobody who waits for
  /// an outcome or reads activity.
  ///
  /// What changes that calls the loan back.
  mutating func lend(_ slot: Int, _ now: Duration, _ effects: inout Effects) -> Turn? {
    guard !slots[slot].isCareful, !slots[slot].hasDependents, readers.isEmpty, book.ledger == nil,
      slots[slot].backlog.isEmpty, slots[slot].call == nil, barrier(slot) == nil,
      isRealTime || slots[slot].policy.timeout == nil
    else { return nil }
    let start = slots[slot].position
    guard start < log.tail else { return .rest(nil) }
    let chunk = log.chunk(at: start)
    var end = chunk.end
    if let awaited = slots[slot].awaited.first(from: start) { end = min(end, awaited + 1) }
    slots[slot].loan = Loan(range: start..<end, sampled: (0, now))
    slots[slot].cell.baton.store(0, ordering: .releasing)
    setAlarm(slot, &effects)
    return .loan(chunk, start..<end)
  }

  mutating func endLoan(
    _ slot: Int, _ next: Int, _ calls: Int, _ failure: (any Error)?, _ now: Duration, _ effects: inout Effects
  ) {
    guard let loan = slots[slot].loan else {
      // It was called back: all calls but the last were counted as done there; the last is the running one.
      if slots[slot].call != nil, calls > 0 { endCall(slot, failure, now, &effects) }
      return
    }
    slots[slot].loan = nil
    slots[slot].alarm = nil
    slots[slot].position = next
    slots[slot].done += failure == nil ? calls : calls - 1
    if !slots[slot].awaited.isEmpty { resolve(slot, in: loan.range.lowerBound..<(failure == nil ? next : next - 1), &effects) }
    guard let failure else { return }
    let entry = log[next - 1].entry.takeUnretainedValue()
    slots[slot].call = runningCall(slot, entry, startedAt: loan.sampled.at)
    endCall(slot, failure, now, &effects)
  }

  /// Calls a loan back: the loop ends the call that it is in, if it is in one, and comes for another turn.
  mutating func callBack(_ slot: Int, _ now: Duration, _ effects: inout Effects) {
    guard let loan = slots[slot].loan else { return }
    let baton = slots[slot].cell.baton.bitwiseOr(Cell.revoked, ordering: .acquiringAndReleasing).oldValue
    slots[slot].loan = nil
    slots[slot].alarm = nil
    guard baton != 0 else { return }
    let cell = slots[slot].cell
    let hasEnded = cell.ended.load(ordering: .acquiring) == baton
    let passed = loan.range.lowerBound..<(hasEnded ? baton + 1 : baton)
    slots[slot].position = baton + 1
    slots[slot].done += passed.count { cell.match(log[$0]) != nil }
    resolve(slot, in: passed, &effects)
    guard !hasEnded else { return }
    let startedAt = loan.sampled.sequence == baton ? loan.sampled.at : now
    slots[slot].call = runningCall(slot, log[baton].entry.takeUnretainedValue(), startedAt: startedAt)
    setAlarm(slot, &effects)
  }

  /// The record of a call that began within a loan.
  private func runningCall(_ slot: Int, _ entry: Entry, startedAt: Duration) -> RunningCall {
    RunningCall(
      entry: entry, clause: slots[slot].cell.match(entry) ?? 0, attempt: 1, owner: currentOwner(slot), isReplayed: false,
      cell: slots[slot].cell, startedAt: startedAt)
  }
}
