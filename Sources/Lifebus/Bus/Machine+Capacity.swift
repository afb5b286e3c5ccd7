/// What happens when a handler has no room: capacity and overflow, room for `publish`, and the hard limit of every backlog.
extension Machine {
  /// Why an own event is refused as a whole; nil if it is not.
  mutating func refusal(of entry: Entry, _ effects: inout Effects) -> String? {
    guard entry.family == .own || entry.family == .custom else { return nil }
    for slot in slotsWithCapacity(.refuse, for: entry) where !slots[slot].isQuarantined {
      guard isFull(slot, &effects), counts(entry, slot) else { continue }
      let capacity = slots[slot].policy.capacity ?? 0
      return "handler '\(slots[slot].id)' has \(capacity) events waiting, its capacity, and refuses more"
    }
    return nil
  }

  /// Drops what goes beyond a capacity, now that the event is in the log.
  mutating func makeRoom(for entry: Entry, _ effects: inout Effects) {
    for overflow in [Overflow.dropOldest, .dropNewest] {
      for slot in slotsWithCapacity(overflow, for: entry) where counts(entry, slot) {
        callBack(slot, now, &effects)
        takeAlong(slot)
        guard let capacity = slots[slot].policy.capacity, waitingCount(slot) > capacity else { continue }
        guard let place = overflow == .dropOldest ? firstWaiting(slot) : lastWaiting(slot) else { continue }
        let dropped = slots[slot].backlog[place]
        slots[slot].backlog.remove(at: place)
        record(.skipped(.dropped), slot, dropped.entry, isReplayed: dropped.isReplayed, &effects)
      }
    }
  }

  /// The slots with this overflow that want the event.
  private func slotsWithCapacity(_ overflow: Overflow, for entry: Entry) -> [Int] {
    slots.indices.filter {
      slots[$0].policy.capacity != nil && slots[$0].policy.overflow == overflow && !slots[$0].isEnded && !slots[$0].isReserved
        && slots[$0].cell.match(entry) != nil
    }
  }

  private mutating func isFull(_ slot: Int, _ effects: inout Effects) -> Bool {
    guard let capacity = slots[slot].policy.capacity else { return false }
    callBack(slot, now, &effects)
    takeAlong(slot)
    return waitingCount(slot) >= capacity
  }

  /// How many of the backlog capacity counts: not the event that was called before.
  private func waitingCount(_ slot: Int) -> Int {
    let places = waitingPlaces(slot)
    return slots[slot].mayDropAll ? places.count : places.count { mayDrop(slots[slot].backlog[$0], slot) }
  }

  private func firstWaiting(_ slot: Int) -> Int? { waitingPlaces(slot).first { mayDrop(slots[slot].backlog[$0], slot) } }
  private func lastWaiting(_ slot: Int) -> Int? { waitingPlaces(slot).last { mayDrop(slots[slot].backlog[$0], slot) } }

  private func waitingPlaces(_ slot: Int) -> Range<Int> {
    let count = slots[slot].backlog.count
    return min(slots[slot].begun == nil ? 0 : 1, count)..<count
  }

  private func counts(_ entry: Entry, _ slot: Int) -> Bool {
    guard let clause = slots[slot].cell.match(entry) else { return false }
    return mayDrop(Waiting(entry: entry, clause: clause, owner: 0), slot)
  }

  /// Launches, first appearances, once-only, collapsing and durable deliveries are never dropped.
  func mayDrop(_ waiting: Waiting, _ slot: Int) -> Bool {
    guard slots[slot].policy.durability == .none || book.ledger == nil else { return false }
    guard waiting.entry.family != .launch, waiting.entry.family != .firstAppear else { return false }
    let traits = slots[slot].traits(waiting.clause)
    return traits.once == .everyTime && traits.keep == .every
  }

  // MARK: The hard limit

  /// Beyond the hard limit of a backlog the oldest goes that may be dropped; of a clause that keeps the latest, all but that.
  mutating func dropBeyondLimit(_ slot: Int, _ effects: inout Effects) {
    var excess = slots[slot].backlog.count - limits.backlog
    guard excess > 0, slots[slot].backlog.count >= slots[slot].nextDrop else { return }
    var kept: [Waiting] = []
    if slots[slot].begun != nil, let first = slots[slot].backlog.popFirst() { kept.append(first) }
    var left = waitingByClause(slot)
    while excess > 0, let waiting = slots[slot].backlog.popFirst() {
      left[waiting.clause, default: 0] -= 1
      let isOld = slots[slot].traits(waiting.clause).keep == .latest && left[waiting.clause, default: 0] > 0
      guard isOld || mayDrop(waiting, slot) else {
        kept.append(waiting)
        continue
      }
      excess -= 1
      record(
        .skipped(isOld ? .collapsed : .dropped), slot, waiting.entry, isReplayed: waiting.isReplayed, &effects)
    }
    slots[slot].backlog.prepend(contentsOf: kept)
    // What must not be dropped is not looked through again before there is a quarter more.
    slots[slot].nextDrop = excess > 0 ? slots[slot].backlog.count * 5 / 4 : 0
  }

  /// How many wait for each clause, for a handler that keeps the latest of any.
  private func waitingByClause(_ slot: Int) -> [Int: Int] {
    guard slots[slot].cell.traits.contains(where: { $0.keep == .latest }) else { return [:] }
    var counts: [Int: Int] = [:]
    for place in 0..<slots[slot].backlog.count { counts[slots[slot].backlog[place].clause, default: 0] += 1 }
    return counts
  }

  // MARK: Room for publish

  /// One publisher that waits for room with a handler.
  struct RoomWaiter: Sendable {
    let waiter: Waiter<Void>
    let slot: Int
  }

  /// Accepts the event if nobody can make its publisher wait, neither a handler nor the ledger.
  mutating func acceptAtOnce(_ entry: Entry, _ now: Duration, _ effects: inout Effects) -> Bool {
    guard !hasCapacities, !hasLedger else { return false }
    accept(entry, now, &effects)
    return true
  }

  /// Accepts the event if every handler that makes publishers wait has room for it; else the waiter is told to ask again.
  mutating func acceptIfRoom(_ entry: Entry, _ waiter: Waiter<Void>, _ now: Duration, _ effects: inout Effects) -> Void? {
    guard hasCapacities, shutdown.isOpen else {
      accept(entry, now, &effects)
      return ()
    }
    number(entry)
    let careful = slotsWithCapacity(.wait, for: entry)
    for slot in careful where !cannotMove(slot) && counts(entry, slot) {
      guard isFull(slot, &effects) else { continue }
      roomWaiters.append(RoomWaiter(waiter: waiter, slot: slot))
      return nil
    }
    accept(entry, now, &effects)
    // Who took one of several places wakes the next.
    for slot in careful where !isFull(slot, &effects) { wakeRoomWaiter(of: slot, &effects) }
    return ()
  }

  /// True for a handler for which nobody waits: it is stuck, held or quarantined.
  private mutating func cannotMove(_ slot: Int) -> Bool {
    slots[slot].call?.isStuck == true || slots[slot].isQuarantined || (slots[slot].call == nil && barrier(slot) != nil)
  }

  /// A place has become free: the first who waits for one asks again.
  mutating func wakeRoomWaiter(of slot: Int, _ effects: inout Effects) {
    guard let index = roomWaiters.firstIndex(where: { $0.slot == slot }) else { return }
    let waiter = roomWaiters.remove(at: index).waiter
    effects.resume { waiter.succeed(()) }
  }

  /// Nobody is to wait for this handler, or for any, any more.
  mutating func wakeRoomWaiters(of slot: Int? = nil, _ effects: inout Effects) {
    guard !roomWaiters.isEmpty else { return }
    for waiting in roomWaiters where slot == nil || waiting.slot == slot { effects.resume { waiting.waiter.succeed(()) } }
    roomWaiters.removeAll { slot == nil || $0.slot == slot }
  }
}
