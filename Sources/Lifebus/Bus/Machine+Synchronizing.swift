/// What is recorded and is to outlive a loss of power (L6).
extension Machine {
  /// True if a durable handler has more to do than it will have done when the disk has synchronized once.
  var isDurableHandlerBehind: Bool {
    slots.indices.contains {
      isDurable($0) && slots[$0].backlog.count + log.tail - slots[$0].position > 16 && !resting.contains($0)
    }
  }

  mutating func synchronize(_ records: [LedgerRecord], _ effects: inout Effects) {
    queue.unsynchronized += records
    guard !queue.unsynchronized.isEmpty, !queue.isSynchronizing else { return }
    queue.isSynchronizing = true
    effects.wakesSynchronizing = true
  }

  /// What is to outlive a loss of power next; nil: the task that synchronizes ends, and is woken again.
  mutating func takeUnsynchronized(_ effects: inout Effects) -> [LedgerRecord]? {
    guard queue.unsynchronized.isEmpty else {
      defer { queue.unsynchronized = [] }
      return queue.unsynchronized
    }
    queue.isSynchronizing = false
    if queue.isClosing { wakeLedger(&effects) }
    return nil
  }

  /// What was recorded outlives a loss of power, or may not, for the reason that the text gives.
  mutating func synchronized(_ batch: [LedgerRecord], _ failure: LedgerFailure?, _ effects: inout Effects) {
    guard !shutdown.isStopped else { return }
    if let failure { emit(.notStored(failure.description), nil, &effects) }
    for record in batch {
      guard let failure else { follow(record, [:], &effects); continue }
      withdraw(record, &effects)
      setAside(record, failure, &effects)
    }
    checkEnds(&effects)
  }

  /// Takes an event back that the ledger has and that is not accepted all the same.
  private mutating func withdraw(_ record: LedgerRecord, _ effects: inout Effects) {
    guard case .change(.accept(let event, let handlers)) = record.request else { return }
    for handler in handlers.keys.sorted() {
      keep(
        .end(handler, sequence: event.sequence, outcome: Outcome.skipped(.dropped).word, committing: nil), &effects)
    }
  }
}
