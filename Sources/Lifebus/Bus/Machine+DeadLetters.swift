/// Deliveries whose attempts are used up: kept with their reason, to be redriven or discarded.
extension Machine {
  func deadLetters(of id: HandlerID) -> [LifecycleBus.DeadLetter] {
    guard let slot = slotsByID[id] else { return [] }
    return slots[slot].dead.map {
      LifecycleBus.DeadLetter(
        handler: id, sequence: $0.waiting.entry.sequence,
        event: AnyEvent($0.waiting.entry.event, kind: $0.waiting.entry.kindName), reason: $0.reason)
    }
  }

  /// Puts a dead letter back, before what waits for a first call; its attempts are counted anew.
  mutating func redrive(_ sequence: Int, of id: HandlerID, _ effects: inout Effects) -> Bool {
    guard shutdown.isOpen else { return false }
    guard let slot = slotsByID[id], !slots[slot].isEnded else { return redriveLeft(sequence, of: id, &effects) }
    guard let letter = takeDeadLetter(sequence, slot) else { return false }
    callBack(slot, now, &effects)
    takeAlong(slot)
    if resting.contains(slot) {
      resting.remove(slot)
      slots[slot].position = log.tail
    }
    guard let clause = slots[slot].cell.match(letter.waiting.entry) else {
      keepDiscard(letter, slot, &effects)
      return true
    }
    if isKept(slot, letter.waiting.entry, isReplayed: letter.waiting.isReplayed) {
      keep(.redrive(id, sequence: sequence), &effects)
    }
    letter.waiting.entry.note { [id = slots[slot].id] in $0.endings[id] = nil }
    slots[slot].counts[Outcome.dead("").word, default: 1] -= 1
    let waiting = Waiting(
      entry: letter.waiting.entry, clause: clause, owner: letter.waiting.owner, isReplayed: letter.waiting.isReplayed)
    slots[slot].insert(waiting)
    // What is one account's is never run under another, however late it comes back.
    if let gate = slots[slot].gate, gates[gate].isOpen { endForeign(slot, gates[gate].owner, &effects) }
    resume(slot, &effects)
    return true
  }

  mutating func discard(_ sequence: Int, of id: HandlerID, _ effects: inout Effects) -> Bool {
    guard let slot = slotsByID[id], let letter = takeDeadLetter(sequence, slot) else {
      return discardLeft(sequence, of: id, &effects)
    }
    effects.keep(letter.waiting.entry)
    keepDiscard(letter, slot, &effects)
    return true
  }

  /// L5: a handler is quarantined no more.
  mutating func release(_ id: HandlerID, _ effects: inout Effects) -> Bool {
    guard shutdown.isOpen, book.contents.quarantined.removeValue(forKey: id) != nil else { return false }
    keep(.release(id), &effects)
    guard let slot = slotsByID[id] else { return true }
    slots[slot].quarantine = nil
    resume(slot, &effects)
    return true
  }

  /// A handler is quarantined by who runs it.
  mutating func quarantine(_ id: HandlerID, because reason: String, _ effects: inout Effects) -> Bool {
    guard let slot = slotsByID[id], !slots[slot].isEnded, !slots[slot].isQuarantined else { return false }
    callBack(slot, now, &effects)
    takeAlong(slot)
    slots[slot].quarantine = reason
    book.contents.quarantined[id] = reason
    resting.remove(slot)
    wakeRoomWaiters(of: slot, &effects)
    emit(.quarantined(reason), nil, of: id, &effects)
    resumeDependents(slot, &effects)
    recheckSettling(&effects)
    checkIdle(&effects)
    return true
  }

  // MARK: Of handlers that are not registered

  private func deadLeft(_ sequence: Int, of id: HandlerID) -> Int? {
    book.contents.deliveries[id]?.firstIndex { $0.event.sequence == sequence && $0.deadReason != nil }
  }

  private mutating func redriveLeft(_ sequence: Int, of id: HandlerID, _ effects: inout Effects) -> Bool {
    guard let index = deadLeft(sequence, of: id), let left = book.contents.deliveries[id]?[index] else { return false }
    book.contents.deliveries[id]?[index] = LedgerDelivery(event: left.event, owner: left.owner)
    keep(.redrive(id, sequence: sequence), &effects)
    return true
  }

  private mutating func discardLeft(_ sequence: Int, of id: HandlerID, _ effects: inout Effects) -> Bool {
    guard let index = deadLeft(sequence, of: id) else { return false }
    book.contents.deliveries[id]?.remove(at: index)
    keep(.end(id, sequence: sequence, outcome: "discarded", committing: nil), &effects)
    return true
  }

  /// The ledger gives a dead letter up, too.
  mutating func keepDiscard(_ letter: DeadLetter, _ slot: Int, _ effects: inout Effects) {
    guard isKept(slot, letter.waiting.entry, isReplayed: letter.waiting.isReplayed) else { return }
    keep(.end(slots[slot].id, sequence: letter.waiting.entry.sequence, outcome: "discarded", committing: nil), &effects)
  }

  private mutating func takeDeadLetter(_ sequence: Int, _ slot: Int) -> DeadLetter? {
    guard let index = slots[slot].dead.firstIndex(where: { $0.waiting.entry.sequence == sequence }) else { return nil }
    return slots[slot].dead.remove(at: index)
  }
}
