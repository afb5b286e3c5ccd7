/// What is done and outlives the process before it is recorded.
extension Machine {
  /// Has a delivery that is done outlive the process at once; false if it is to be waited for until it is recorded.
  mutating func noteDone(_ slot: Int, _ call: RunningCall, _ effects: inout Effects) -> Bool {
    let (id, sequence) = (slots[slot].id, call.entry.sequence)
    guard queue.failure == nil, queue.stuck.isEmpty, !shutdown.isStopped, let ledger = book.notes,
      ledger.noteDone(id, sequence: sequence, committing: call.commitment)
    else { return false }
    let end = LedgerChange.end(id, sequence: sequence, outcome: Outcome.done.word, committing: call.commitment)
    queue.waiting.append(LedgerRecord(request: .change(end), sequel: .nothing))
    if queue.waiting.count >= LedgerQueue.patientLimit { recordNow(&effects) } else { recordSoon(&effects) }
    return true
  }

  private mutating func recordSoon(_ effects: inout Effects) {
    guard queue.dueAt == nil, !queue.isDue else { return }
    let dueAt = now + LedgerQueue.patience
    queue.dueAt = dueAt
    wake(at: dueAt, &effects)
  }

  /// Records what has waited long enough for something to be recorded with.
  mutating func advanceNoted(_ now: Duration, _ effects: inout Effects) {
    guard let dueAt = queue.dueAt else { return }
    if dueAt <= now { recordNow(&effects) } else { wake(at: dueAt, &effects) }
  }

  private mutating func recordNow(_ effects: inout Effects) {
    (queue.isDue, queue.dueAt) = (true, nil)
    wakeLedger(&effects)
  }
}
