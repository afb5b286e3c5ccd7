/// How a bus ends: intake closes, cursors drain within a grace, handlers stop, and what was not finished is named.
struct Shutdown: Sendable {
  enum Stage: Sendable {
    case open
    /// Nobody has the bus any more, and nobody has shut it down.
    case abandoned
    case draining(until: Duration)
    case drained
    case stopping(until: Duration)
    /// The ledger takes in what is left, and is closed.
    case closing(until: Duration)
    case stopped
  }

  var stage = Stage.open
  var leftovers: [ShutdownReport.Leftover] = []
  /// The handlers whose `stop()` has not returned.
  var stopping: [HandlerID] = []
  var drainWaiters: [Waiter<Void>] = []
  var stopWaiters: [Waiter<ShutdownReport>] = []

  var isOpen: Bool {
    if case .open = stage { true } else { false }
  }

  /// True when nothing more is called.
  var isDrained: Bool {
    switch stage {
    case .open, .abandoned, .draining: false
    case .drained, .stopping, .closing, .stopped: true
    }
  }

  var isStopped: Bool {
    if case .stopped = stage { true } else { false }
  }

  var report: ShutdownReport { ShutdownReport(leftovers: leftovers, notStopped: stopping) }
}

extension Machine {
  mutating func shutDown(grace: Duration, _ now: Duration, _ effects: inout Effects) {
    let end = now + max(grace, .zero)
    switch shutdown.stage {
    case .open:
      shutdown.stage = .draining(until: end)
      emit(.shuttingDown, nil, &effects)
      wakeRoomWaiters(&effects)
      closeHeld(&effects)
    case .draining(let until):
      shutdown.stage = .draining(until: min(until, end))
    case .abandoned, .drained, .stopping, .closing, .stopped: return
    }
    wake(at: end, &effects)
    checkDrained(now, &effects)
  }

  private mutating func closeHeld(_ effects: inout Effects) {
    for entry in waitingForLaunch { close(entry, &effects) }
    waitingForLaunch = []
    enrollUnpublished(&effects)
    for gate in gates.indices {
      for waiting in gates[gate].waiters { effects.resume { waiting.waiter.fail(LifebusError.closed) } }
      gates[gate].waiters = []
    }
  }

  mutating func advanceShutdown(_ now: Duration, _ effects: inout Effects) {
    switch shutdown.stage {
    case .draining(let until):
      if now >= until { drain(now, &effects) } else { wake(at: until, &effects) }
    case .stopping(let until):
      if now >= until { finishStops(&effects) } else { wake(at: until, &effects) }
    case .closing(let until):
      if now >= until {
        closed(LedgerFailure(description: "it did not close in time"), &effects)
      } else {
        wake(at: until, &effects)
      }
    case .open, .abandoned, .drained, .stopped: break
    }
  }

  mutating func checkDrained(_ now: Duration, _ effects: inout Effects) {
    guard case .draining = shutdown.stage, slots.indices.allSatisfy({ hasNothingLeft($0) }) else { return }
    drain(now, &effects)
  }

  private mutating func hasNothingLeft(_ slot: Int) -> Bool {
    guard slots[slot].call == nil else { return false }
    guard isServed(slot), !resting.contains(slot) else { return true }
    guard slots[slot].loan == nil else { return false }
    takeAlong(slot)
    return slots[slot].backlog.isEmpty
  }

  /// Cuts off what runs, names what is left, and lets nothing more be called.
  private mutating func drain(_ now: Duration, _ effects: inout Effects) {
    for slot in slots.indices {
      callBack(slot, now, &effects)
      takeAlong(slot)
      cutOffCall(slot, &effects)
      guard !slots[slot].isEnded else { continue }
      while let waiting = slots[slot].backlog.popFirst() {
        leave(slot, waiting.entry, wasRunning: false)
        // What a durable handler has left is left for the next process: it has no outcome.
        if isDurable(slot), !waiting.isReplayed { continue }
        record(.skipped(.leftover), slot, waiting.entry, isReplayed: waiting.isReplayed, &effects)
      }
    }
    shutdown.stage = .drained
    for waiter in shutdown.drainWaiters { effects.resume { waiter.succeed(()) } }
    shutdown.drainWaiters = []
    recheckSettling(&effects)
    checkIdle(&effects)
  }

  private mutating func cutOffCall(_ slot: Int, _ effects: inout Effects) {
    // How a call has ended is told when the ledger has it.
    guard let call = slots[slot].call, call.ending == nil else { return }
    cancelLoop(slot, &effects)
    slots[slot].call?.isLeftover = true
    slots[slot].alarm = nil
    // A stuck call's outcome is recorded: its delivery is not what is left.
    guard !call.isStuck else { return }
    leave(slot, call.entry, wasRunning: true)
    noteCall(slot, call, now - call.startedAt)
    guard isDurable(slot), !call.isReplayed else {
      return record(.skipped(.leftover), slot, call.entry, isReplayed: call.isReplayed, &effects)
    }
    guard slots[slot].policy.durability == .atMostOnce else {
      let pause = LedgerChange.pause(
        slots[slot].id, sequence: call.entry.sequence, attempts: call.attempt, failures: call.failures)
      keep(pause, &effects)
      return
    }
    record(.interrupted, slot, call.entry, isReplayed: call.isReplayed, &effects)
  }

  private mutating func leave(_ slot: Int, _ entry: Entry, wasRunning: Bool) {
    shutdown.leftovers.append(
      ShutdownReport.Leftover(
        handler: slots[slot].id, sequence: entry.sequence, kind: entry.kindName, scope: entry.eventScope,
        wasRunning: wasRunning))
  }

  // MARK: stop()

  /// The handlers to stop, in order; nil for all but the first who asks.
  mutating func claimStops(_ effects: inout Effects) -> [Cell]? {
    guard case .drained = shutdown.stage else { return nil }
    let cells = stopOrder().map { slots[$0].cell }
    shutdown.stopping = cells.map(\.id)
    shutdown.stage = .stopping(until: now + limits.stopLimit)
    wake(at: now + limits.stopLimit, &effects)
    return cells
  }

  mutating func hasStopped(_ cell: Cell) {
    guard case .stopping = shutdown.stage else { return }
    shutdown.stopping.removeAll { $0 == cell.id }
  }

  mutating func finishStops(_ effects: inout Effects) {
    guard case .stopping = shutdown.stage else { return }
    close(&effects)
  }

  /// Closes the ledger, if there is one, and then all is over.
  private mutating func close(_ effects: inout Effects) {
    guard book.ledger != nil else { return finish(&effects) }
    let until = now + limits.stopLimit
    shutdown.stage = .closing(until: until)
    wake(at: until, &effects)
    queue.isClosing = true
    // What could not be recorded is tried once more.
    if !queue.stuck.isEmpty || book.isAwaited { queue.retryAt = now }
    wakeLedger(&effects)
  }

  /// The ledger is closed, or does not close.
  mutating func closed(_ failure: (any Error)?, _ effects: inout Effects) {
    guard case .closing = shutdown.stage else { return }
    if let failure { emit(.notStored("\(failure)"), nil, &effects) }
    finish(&effects)
  }

  private mutating func finish(_ effects: inout Effects) {
    for slot in slots.indices {
      if let call = slots[slot].call, call.ending != nil { leave(slot, call.entry, wasRunning: true) }
    }
    shutdown.stage = .stopped
    endStopWaiters(&effects)
    endReaders(&effects)
    letGo(&effects)
  }

  mutating func endStopWaiters(_ effects: inout Effects) {
    let report = shutdown.report
    for waiter in shutdown.stopWaiters { effects.resume { waiter.succeed(report) } }
    shutdown.stopWaiters = []
  }

  mutating func awaitDrained(_ waiter: Waiter<Void>) -> Void? {
    guard !shutdown.isDrained else { return () }
    shutdown.drainWaiters.append(waiter)
    return nil
  }

  mutating func awaitStopped(_ waiter: Waiter<ShutdownReport>) -> ShutdownReport? {
    guard !shutdown.isStopped else { return shutdown.report }
    shutdown.stopWaiters.append(waiter)
    return nil
  }

  // MARK: Without a shutdown

  /// Nobody has the bus any more: nothing more is accepted, and what can move without a verdict is delivered.
  mutating func abandon(_ effects: inout Effects) {
    isAbandoned = true
    guard shutdown.isOpen else { return letGo(&effects) }
    shutdown.stage = .abandoned
    closeHeld(&effects)
    checkAbandoned(&effects)
  }

  mutating func checkAbandoned(_ effects: inout Effects) {
    guard case .abandoned = shutdown.stage else { return }
    guard slots.indices.allSatisfy({ (isHeld($0) && slots[$0].call == nil) || hasNothingLeft($0) }) else { return }
    drain(now, &effects)
    close(&effects)
  }

  /// Lets go of the handlers when the bus is neither there nor needed.
  mutating func letGo(_ effects: inout Effects) {
    guard isAbandoned, shutdown.isStopped else { return }
    for waiting in Array(settling.values) + Array(unpublished.values) {
      effects.resume { waiting.waiter.fail(LifebusError.closed) }
    }
    settling = [:]
    unpublished = [:]
    for idle in idleWaiters { effects.resume { idle.waiter.succeed(true) } }
    idleWaiters = []
    wakeRoomWaiters(&effects)
    for waiter in storeWaiters.values.joined() { effects.resume { waiter.fail(LifebusError.closed) } }
    storeWaiters = [:]
    effects.actions += [.discard(slots.map(\.cell)), .discard(log.chunks.all), .closeTime]
    slots = []
    past = Deque()
    slotsByID = [:]
    resting = SlotSet()
    toStart = Deque()
    log = Log(base: log.tail)
  }
}
