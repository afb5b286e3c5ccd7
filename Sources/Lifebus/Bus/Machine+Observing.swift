/// What readers of activity and snapshots see.
struct ActivityReader: Sendable {
  let id: Int
  var buffer = Deque<Activity>()
  var lost = 0
  var waiters = Deque<Waiter<Activity?>>()
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
    let subject = entry.map {
      Activity.Subject(
        sequence: $0.sequence, id: $0.id, cause: $0.cause, event: AnyEvent($0.event, kind: $0.kindName), isReplayed: isReplayed)
    }
    let activity = Activity(time: now, kind: kind, subject: subject, handler: handler, remark: remark)
    for index in readers.indices { readers[index].take(activity, limit: limits.activityBuffer, &effects) }
  }

  mutating func addReader(_ now: Duration, _ effects: inout Effects) -> Int {
    // From now on each delivery is recorded: none is left to a loan.
    for slot in slots.indices { callBack(slot, now, &effects) }
    readers.append(ActivityReader(id: nextReader))
    nextReader += 1
    return nextReader - 1
  }

  mutating func removeReader(_ reader: Int, _ effects: inout Effects) {
    effects.actions.append(.discard(readers.filter { $0.id == reader }))
    readers.removeAll { $0.id == reader }
  }

  mutating func awaitActivity(of reader: Int, _ waiter: Waiter<Activity?>) -> Activity?? {
    guard let index = readers.firstIndex(where: { $0.id == reader }) else { return .some(nil) }
    if let activity = readers[index].next(now) { return .some(activity) }
    guard !shutdown.isStopped else { return .some(nil) }
    readers[index].waiters.append(waiter)
    return nil
  }

  mutating func endReaders(_ effects: inout Effects) {
    for index in readers.indices {
      while let waiter = readers[index].waiters.popFirst() { effects.resume { waiter.succeed(nil) } }
    }
  }

  mutating func snapshot(_ effects: inout Effects) -> Snapshot {
    for slot in slots.indices {
      callBack(slot, now, &effects)
      // Of a handler that is about to move, it would only slow the loop down.
      if slots[slot].call != nil || !slots[slot].isLooping || isHeld(slot) { takeAlong(slot) }
    }
    return Snapshot(
      isLaunched: isLaunched, phase: scenes.phase, entries: scenes.entries, exits: scenes.exits, events: log.tail - log.base,
      waitingForLaunch: waitingForLaunch.count, handlers: slots.indices.filter { !slots[$0].isEnded }.map(describe),
      gates: gates.filter(\.isOwned).map(describe))
  }

  func isHeld(_ slot: Int) -> Bool {
    slots[slot].loan == nil && shutGate(slot) != nil
  }

  private func describe(_ slot: Int) -> Snapshot.Handler {
    let state = slots[slot]
    let isResting = resting.contains(slot)
    var counts = state.counts
    if state.done > 0 { counts[Outcome.done.word] = state.done }
    let waiting = state.backlog.count + (isResting ? 0 : log.tail - state.position)
    let isHeldNow = isHeld(slot) && waiting > 0 && state.call == nil
    return Snapshot.Handler(
      id: state.id,
      state: isResting
        ? .idle : state.call?.isStuck == true ? .stuck : isHeldNow ? .held : waiting > 0 || state.isLooping ? .running : .idle,
      waiting: waiting, running: state.call?.entry.kindName,
      heldBy: isHeldNow ? state.gate.map { gates[$0].id } : nil, lastError: state.lastError, counts: counts)
  }

  private func describe(_ gate: GateState) -> Snapshot.Gate {
    let identity: String? = if case .open(let identity) = gate.verdict { identity.rawValue } else { nil }
    return Snapshot.Gate(id: gate.id, verdict: gate.verdict.word, identity: identity, since: gate.since / .seconds(1))
  }
}

extension ActivityReader {
  mutating func take(_ activity: Activity, limit: Int, _ effects: inout Effects) {
    if let waiter = waiters.popFirst() {
      effects.resume { waiter.succeed(activity) }
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
