import LifebusThreads

/// The shell round the machine: one lock, one clock, and the tasks of the bus.
///
/// Every step locks, steps the machine, unlocks, and only then acts. The core and its cells hold each other until the bus is
/// shut down or abandoned; no reference to it is weak, since that would make every other reference to it slower.
@usableFromInline
final class Core: Sendable {
  private let machine: Lock<Machine>
  let time: Timekeeper
  let executor: (any TaskExecutor)?
  /// Where the ledger is served, unless an executor is given for everything.
  let ledgerThread: ThreadExecutor?
  let synchronizingThread: ThreadExecutor?

  init(
    time: Timekeeper, limits: Limits, executor: (any TaskExecutor)?, book: Book = Book(), relaying: Relaying? = nil
  ) {
    self.time = time
    self.executor = executor
    let hasThreads = book.ledger != nil && executor == nil
    ledgerThread = hasThreads ? ThreadExecutor(name: "lifebus.ledger") : nil
    synchronizingThread = hasThreads ? ThreadExecutor(name: "lifebus.disk") : nil
    machine = Lock(Machine(limits: limits, isRealTime: time.isReal, book: book, relaying: relaying))
    time.onAlarm { self.step { machine, now, effects in machine.advance(to: now, &effects) } }
    if book.isAwaited { step { machine, now, effects in machine.tryToOpen(at: now + LedgerQueue.retryAfter, &effects) } }
  }

  /// The process is over, without any ending: as the tests of what survives it want it.
  func vanish() {
    step { machine, _, effects in machine.vanish(&effects) }
  }

  /// Nobody has the bus any more.
  func abandon() {
    step { machine, _, effects in machine.abandon(&effects) }
  }
}

extension Core {
  /// Steps the machine under the lock, then does what it says outside the lock.
  @discardableResult
  func step<Result: Sendable, Failure: Error>(
    _ body: (inout Machine, Duration, inout Effects) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let now = time.now()
    var effects = Effects()
    defer { perform(effects) }
    return try machine.withLock { machine throws(Failure) in try body(&machine, machine.tick(now), &effects) }
  }

  /// What a delivery loop asks for between two stretches of work.
  @usableFromInline
  func turn(_ cell: Cell, _ report: Report, _ budget: TurnBudget.State) -> Turn {
    step { machine, now, effects in machine.turn(cell, report, budget, now, &effects) }
  }

  /// Looks at the machine, or changes something from which nothing follows.
  func look<Result: Sendable>(_ body: (inout Machine) -> Result) -> Result {
    machine.withLock { body(&$0) }
  }

  private func perform(_ effects: Effects) {
    if effects.wantsWorker { startWorker() }
    if effects.wakesLedger { startLedgerTask() }
    if effects.wakesSynchronizing { startSynchronizing() }
    if let alarm = effects.alarm { time.setAlarm(alarm) }
    for action in effects.actions {
      switch action {
      case .cancel(let worker): worker.cancel()
      case .probe(let probe): startProbe(probe)
      case .resume(let resume): resume()
      case .handOn(let relay): relay.handOn()
      case .run(let start): runApart(start)
      case .closeTime:
        time.close()
        ledgerThread?.close()
        synchronizingThread?.close()
      case .discard: break
      }
    }
  }

  /// Starts a task of the bus's: all of them begin here, detached, so that they inherit nothing of who posts.
  @discardableResult
  func startTask<Value: Sendable>(
    on ownExecutor: (any TaskExecutor)? = nil, _ body: @escaping @Sendable () async -> Value
  ) -> Task<Value, Never> {
    // A preference, even for nothing, is looked up at each switch of the task: without one it costs nothing.
    guard let preference = ownExecutor ?? executor else { return Task.detached { await body() } }
    return Task.detached(executorPreference: preference) { await body() }
  }

  private func startProbe(_ probe: Effects.Probe) {
    startTask {
      await probe.cell.probe()
      self.look { $0.actorAnswered(probe) }
    }
    startTask { self.step { machine, _, effects in machine.poolAnswered(probe, &effects) } }
  }

  /// Waits in a task that is never cancelled, for a value that always comes.
  func waitRegardless<Value: Sendable>(
    _ enroll: (inout Machine, Waiter<Value>, inout Effects) -> Value?
  ) async -> Value {
    do { return try await wait(enroll) } catch { preconditionFailure("a wait that nobody cancels was cut off: \(error)") }
  }

  /// Waits until the machine has the value; `enroll` returns it if it is there already.
  func wait<Value: Sendable>(
    _ enroll: (inout Machine, Waiter<Value>, inout Effects) -> Value?
  ) async throws -> Value {
    let waiter = Waiter<Value>()
    if let value = step({ machine, _, effects in enroll(&machine, waiter, &effects) }) { return value }
    return try await withTaskCancellationHandler {
      try await waiter.value()
    } onCancel: {
      look { $0.remove(waiter.id) }
      waiter.fail(CancellationError())
    }
  }
}
