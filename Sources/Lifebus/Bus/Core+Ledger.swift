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

  /// How long what was recorded waits for more while durable handlers are behind.
  private static let patience = Duration.milliseconds(3)

  private func serveSynchronizing() async {
    guard let ledger = look({ $0.book.ledger }) else { return }
    while true {
      // A disk takes nothing while it synchronizes: handlers that are behind get on with what they have.
      if synchronizingThread != nil, look({ $0.isDurableHandlerBehind }) { try? await Task.sleep(for: Self.patience) }
      guard synchronize(ledger) else { return }
    }
  }

  /// Synchronizes once; false if there is nothing for it.
  private func synchronize(_ ledger: any Ledger) -> Bool {
    guard let batch = step({ machine, _, effects in machine.takeUnsynchronized(&effects) }) else { return false }
    let failure = Result { try ledger.synchronize() }.failure.map { LedgerFailure(description: "\($0)") }
    step { machine, _, effects in machine.synchronized(batch, failure, &effects) }
    return true
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
