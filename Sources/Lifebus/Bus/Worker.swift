internal import LifebusThreads
internal import Synchronization

/// A task of the bus's that runs delivery loops, one after another.
///
/// Cycle: started when a loop is to run and no other worker is on its way; takes a loop, and sees to it that another worker
/// comes for those that wait behind it, so that none waits for a call that lasts; ends when no loop is left, or when a call of
/// the loop that it ran was cancelled: a cancelled task stays cancelled.
final class Worker: Sendable {
  private let task = Lock<Task<Void, Never>?>(nil)
  private let hasRetired = Atomic(false)

  /// True when it takes no other loop: nobody else's call is to be cancelled with the one that was.
  var isRetired: Bool { hasRetired.load(ordering: .acquiring) || Task.isCancelled }

  /// Says, under the bus's lock, that it is going to be cancelled.
  func retire() { hasRetired.store(true, ordering: .releasing) }

  func runs(in task: Task<Void, Never>) {
    self.task.withLock { $0 = task }
    if hasRetired.load(ordering: .acquiring) { task.cancel() }
  }

  /// Cancels the call that it runs; it has retired.
  func cancel() { task.withLock { $0 }?.cancel() }
}

/// A loop that a worker is to run.
@usableFromInline
struct Start: Sendable {
  @usableFromInline let cell: Cell
  /// Whose it is; another one than who took it, if it is to run apart.
  let worker: Worker
  /// True if another worker is to be started for the loops behind it.
  var wantsWorker = false
  /// What it delivers first; nil: it asks.
  @usableFromInline var loan: (chunk: Chunk, range: Range<Int>)?
}

extension Machine {
  /// Sees to it that a loop of the slot runs.
  mutating func startLoop(_ slot: Int, _ effects: inout Effects) {
    guard slots[slot].beginLoop() else { return }
    if slots[slot].cell.executor != nil { return startApart(slot, &effects) }
    toStart.append(slot)
    if !isWorkerComing { effects.wantsWorker = true }
    isWorkerComing = true
  }

  /// A handler with an executor of its own needs no worker on the way to it.
  private mutating func startApart(_ slot: Int, _ effects: inout Effects) {
    let worker = Worker()
    slots[slot].worker = worker
    effects.actions.append(.run(Start(cell: slots[slot].cell, worker: worker)))
  }

  /// The next loop for a worker; nil if none is left.
  ///
  /// With `isApart` every loop is to run in a task of its own.
  mutating func takeStart(
    _ worker: Worker, isArriving: Bool, isApart: Bool, _ now: Duration, _ effects: inout Effects
  ) -> Start? {
    if isArriving { isWorkerComing = false }
    guard let slot = toStart.popFirst() else { return nil }
    let cell = slots[slot].cell
    let runner = isApart ? Worker() : worker
    slots[slot].worker = runner
    let wantsWorker = runner === worker && !toStart.isEmpty && !isWorkerComing
    if wantsWorker { isWorkerComing = true }
    return Start(cell: cell, worker: runner, wantsWorker: wantsWorker, loan: firstLoan(slot, now, &effects))
  }

  /// A loan for a loop that has not come to its actor yet: no call begins before it has.
  private mutating func firstLoan(
    _ slot: Int, _ now: Duration, _ effects: inout Effects
  ) -> (chunk: Chunk, range: Range<Int>)? {
    guard mayCall(slot), !shutdown.isDrained, slots[slot].recording == nil,
      case .loan(let chunk, let range)? = lend(slot, now, &effects)
    else { return nil }
    return (chunk, range)
  }

  /// What a worker goes on with whose loop is over.
  mutating func nextStart(after cell: Cell, _ worker: Worker?, _ now: Duration, _ effects: inout Effects) -> Start? {
    guard let worker, !worker.isRetired, cell.executor == nil, cell.core.executor == nil else { return nil }
    return takeStart(worker, isArriving: false, isApart: false, now, &effects)
  }

  /// The slot's loop is over.
  mutating func endLoop(_ slot: Int) {
    slots[slot].isLooping = false
    slots[slot].worker = nil
  }

  /// Cancels the call that runs, through its loop's task, which delivers nothing after it.
  mutating func cancelLoop(_ slot: Int, _ effects: inout Effects) {
    guard slots[slot].call != nil, let worker = slots[slot].worker else { return }
    slots[slot].isLoopCancelled = true
    worker.retire()
    effects.actions.append(.cancel(worker))
  }
}

extension Core {
  /// Starts a worker: what a step wakes costs it the same, however many handlers it is.
  func startWorker() {
    let worker = Worker()
    worker.runs(in: startTask { await self.work(worker) })
  }

  private func work(_ worker: Worker) async {
    var next = takeStart(worker, isArriving: true)
    var turn = TurnBudget(.max)
    while let start = next {
      if start.wantsWorker { startWorker() }
      guard start.worker === worker else {
        runApart(start)
        next = takeStart(worker, isArriving: false)
        continue
      }
      next = await start.cell.run(start)
      if turn.isOver { await turn.yield() }
    }
  }

  /// On an executor of the bus's own a switch between actors is a job as the start of a task is: nothing is saved by sharing one.
  private func takeStart(_ worker: Worker, isArriving: Bool) -> Start? {
    step { machine, now, effects in
      machine.takeStart(worker, isArriving: isArriving, isApart: executor != nil, now, &effects)
    }
  }

  func runApart(_ start: Start) {
    start.worker.runs(in: startTask(on: start.cell.executor) { _ = await start.cell.run(start) })
  }
}
