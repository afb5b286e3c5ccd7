/// What an earlier process has left (L2).
extension Machine {
  /// Puts what is left for the handler before everything of this process.
  mutating func restore(_ slot: Int, _ effects: inout Effects) {
    guard isDurable(slot), let left = book.contents.deliveries.removeValue(forKey: slots[slot].id) else { return }
    for delivery in left { restore(delivery, slot, &effects) }
  }

  private mutating func restore(_ delivery: LedgerDelivery, _ slot: Int, _ effects: inout Effects) {
    let entry: Entry
    do { entry = try book.entry(of: delivery.event, types: ownTypes(slot)) } catch {
      return buryUnread(delivery.event, slot, "\(error)", &effects)
    }
    number(entry)
    guard let clause = slots[slot].cell.match(entry) else {
      // The handler of this build does not want it any more.
      return keep(.end(slots[slot].id, sequence: entry.sequence, outcome: "unwanted", committing: nil), &effects)
    }
    let owner = delivery.owner.map { ownerID(of: $0) } ?? 0
    if let reason = delivery.deadReason {
      let waiting = Waiting(entry: entry, clause: clause, owner: owner)
      return slots[slot].dead.append(DeadLetter(waiting: waiting, reason: reason))
    }
    if delivery.wasRunning, slots[slot].policy.durability == .atMostOnce {
      return record(.interrupted, slot, entry, isReplayed: false, &effects)
    }
    guard slots[slot].traits(clause).origin == .anyProcess else {
      return record(.skipped(.expired), slot, entry, isReplayed: false, &effects)
    }
    if delivery.attempts > 0 {
      slots[slot].begunBefore[entry.sequence] = Begun(attempt: delivery.attempts + 1, failures: delivery.failures)
    }
    slots[slot].backlog.append(Waiting(entry: entry, clause: clause, owner: owner))
  }

  /// The application's types that may be meant: those of the handler's own clauses first.
  private func ownTypes(_ slot: Int) -> [any DeliverableEvent.Type] {
    let named = slots[slot].cell.traits.compactMap { if case .type(let type) = $0.selector { type } else { nil } }
    return named + kinds.ownTypes
  }

  /// An event that cannot be decoded is kept as a dead letter, of which the next build may know more.
  private mutating func buryUnread(_ event: LedgerEvent, _ slot: Int, _ reason: String, _ effects: inout Effects) {
    keep(.bury(slots[slot].id, sequence: event.sequence, reason: reason), &effects)
    let stand = TypedEntry(Custom(event.note.kind, attributes: ["unread": reason]), given: event.id)
    stand.sequence = event.sequence
    stand.isFromEarlierProcess = true
    slots[slot].counts[Outcome.dead(reason).word, default: 0] += 1
    emit(.ended(.dead(reason), duration: .zero), stand, of: slots[slot].id, &effects)
  }
}
