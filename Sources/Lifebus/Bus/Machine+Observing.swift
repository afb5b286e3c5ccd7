/// What readers of activity and snapshots see.
struct ActivityReader: Sendable {
  let id: Int
  /// Items that may wait.
  let limit: Int
  var buffer = Deque<Activity>()
  var lost = 0
  var waiters = Deque<Waiter<[Activity]>>()
}

extension Machine {
  /// Tells every reader.
  ///
  /// Nothing is made while nobody reads.
  mutating func emit(
    _ kind: Activity.Kind, _ entry: Entry?, of handler: HandlerID? = nil, isReplayed: Bool = false, remark: String? = nil,
    _ effects: inout Effects
  ) {
    guard !readers.isEmpty else { return }
    let subject = entry.map { Activity.Subject($0, isReplayed: isReplayed) }
    let activity = Activity(time: now, kind: kind, subject: subject, handler: handler, remark: remark)
    for index in readers.indices { readers[index].take(activity, &effects) }
  }

  mutating func addReader(_ limit: Int?, _ now: Duration, _ effects: inout Effects) -> Int {
    // From now on each delivery is recorded: none is left to a loan.
    for slot in slots.indices { callBack(slot, now, &effects) }
    readers.append(ActivityReader(id: nextReader, limit: limit ?? limits.activityBuffer))
    nextReader += 1
    return nextReader - 1
  }

  mutating func removeReader(_ reader: Int, _ effects: inout Effects) {
    effects.actions.append(.discard(readers.filter { $0.id == reader }))
    readers.removeAll { $0.id == reader }
  }

  /// What a reader gets next, nothing at the end; nil: it waits.
  mutating func awaitActivity(of reader: Int, _ waiter: Waiter<[Activity]>) -> [Activity]? {
    let items = takeActivity(of: reader, limit: ActivityStream.batchLimit)
    guard items.isEmpty, !shutdown.isStopped, let index = readers.firstIndex(where: { $0.id == reader }) else { return items }
    readers[index].waiters.append(waiter)
    return nil
  }

  /// What a reader has not taken yet, so many items at most.
  mutating func takeActivity(of reader: Int, limit: Int) -> [Activity] {
    guard let index = readers.firstIndex(where: { $0.id == reader }) else { return [] }
    var items: [Activity] = []
    while items.count < limit, let item = readers[index].next(now) { items.append(item) }
    return items
  }

  mutating func endReaders(_ effects: inout Effects) {
    for index in readers.indices {
      while let waiter = readers[index].waiters.popFirst() { effects.resume { waiter.succeed([]) } }
    }
  }

  mutating func snapshot(_ effects: inout Effects) -> Snapshot {
    for slot in slots.indices {
      callBack(slot, now, &effects)
      // Of a handler that is about to move, it would only slow the loop down.
      if slots[slot].call != nil || !slots[slot].isLooping || isHeld(slot) { takeAlong(slot) }
    }
    let blockers = slots.indices.map { slots[$0].call == nil && slots[$0].loan == nil ? barrier($0) : nil }
    return Snapshot(
      time: now / .seconds(1), isLaunched: isLaunched, phase: scenes.phase, entries: scenes.entries, exits: scenes.exits,
      events: log.tail - log.base,
      waitingForLaunch: waitingForLaunch.count,
      handlers: slots.indices.filter { !slots[$0].isEnded }.map { describe($0, blocker: blockers[$0]) },
      gates: gates.filter(\.isOwned).map(describe), absent: absent, forgotten: forgotten)
  }

  func isHeld(_ slot: Int) -> Bool {
    slots[slot].loan == nil && shutGate(slot) != nil
  }

  private func describe(_ slot: Int, blocker: HandlerID?) -> Snapshot.Handler {
    let state = slots[slot]
    let isResting = resting.contains(slot)
    var counts = state.counts
    if state.done > 0 { counts[Outcome.done.word] = state.done }
    let waiting = state.backlog.count + (isResting ? 0 : log.tail - state.position)
    let holder = waiting > 0 ? blocker : nil
    return Snapshot.Handler(
      id: state.id,
      state: state.isQuarantined
        ? .quarantined
        : isResting
          ? .idle
          : state.call?.isStuck == true ? .stuck : holder != nil ? .held : waiting > 0 || state.isLooping ? .running : .idle,
      waiting: waiting, running: state.call.map(describe), heldBy: holder,
      lastError: state.lastError?.reason, lastErrorAt: state.lastError.map { $0.at / .seconds(1) },
      quarantine: state.quarantine, counts: counts)
  }

  private func describe(_ call: RunningCall) -> Snapshot.Handler.Running {
    Snapshot.Handler.Running(
      kind: call.entry.kindName, scope: call.entry.eventScope?.description, sequence: call.entry.sequence,
      attempt: call.attempt, seconds: (now - call.startedAt) / .seconds(1))
  }

  private func describe(_ gate: GateState) -> Snapshot.Gate {
    let identity: String? = if case .open(let identity) = gate.verdict { identity.rawValue } else { nil }
    return Snapshot.Gate(id: gate.id, verdict: gate.verdict.word, identity: identity, since: gate.since / .seconds(1))
  }
}

extension ActivityReader {
  mutating func take(_ activity: Activity, _ effects: inout Effects) {
    if let waiter = waiters.popFirst() {
      effects.resume { waiter.succeed([activity]) }
      return
    }
    buffer.append(activity)
    guard buffer.count > limit, let oldest = buffer.popFirst() else { return }
    effects.actions.append(.discard([oldest]))
    lost += 1
  }

  /// The next item: first how many were lost before it.
  mutating func next(_ now: Duration) -> Activity? {
    guard lost > 0 else { return buffer.popFirst() }
    defer { lost = 0 }
    return Activity(time: now, kind: .lost(lost), subject: nil, handler: nil, remark: nil)
  }
}
