/// The bus's ledger task, and the one that synchronizes: each runs while there is anything for it, on a thread that may wait for
/// a disk.
extension Core {
  func startLedgerTask() {
    startTask(on: ledgerThread) { await self.serveLedger() }
  }

  private func serveLedger() async {
    guard let ledger = look({ $0.book.ledger }) else { return }
    while let work = look({ $0.takeLedgerWork() }) {
      switch work {
      case .open(let version):
        let result = Result { try ledger.open(version: version) }.mapError { LedgerFailure(description: "\($0)") }
        step { machine, _, effects in machine.opened(result, &effects) }
      case .record(let batch):
        let result = Self.record(batch, in: ledger)
        step { machine, _, effects in machine.recorded(batch, result, &effects) }
      case .close:
        let failure = Result { try ledger.close() }.failure
        step { machine, _, effects in machine.closed(failure, &effects) }
      }
    }
  }

  func startSynchronizing() {
    startTask(on: synchronizingThread) { await self.serveSynchronizing() }
  }

  private func serveSynchronizing() async {
    guard let ledger = look({ $0.book.ledger }) else { return }
    while let batch = step({ machine, _, effects in machine.takeUnsynchronized(&effects) }) {
      let failure = Result { try ledger.synchronize() }.failure.map { LedgerFailure(description: "\($0)") }
      step { machine, _, effects in machine.synchronized(batch, failure, &effects) }
    }
  }

  private static func record(
    _ batch: [LedgerRecord], in ledger: any Ledger
  ) -> Result<[LedgerKey: Bool], LedgerFailure> {
    do {
      let changes = batch.compactMap { if case .change(let change) = $0.request { change } else { nil } }
      if !changes.isEmpty { try ledger.record(changes) }
      var answers: [LedgerKey: Bool] = [:]
      for case .question(let key) in batch.map(\.request) { answers[key] = try ledger.holds(key) }
      return .success(answers)
    } catch {
      return .failure(LedgerFailure(description: "\(error)"))
    }
  }
}

extension Result where Failure == any Error {
  fileprivate var failure: (any Error)? {
    if case .failure(let error) = self { error } else { nil }
  }
}
