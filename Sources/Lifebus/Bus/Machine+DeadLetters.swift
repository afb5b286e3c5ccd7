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
    guard shutdown.isOpen, let slot = slotsByID[id], !slots[slot].isEnded else { return false }
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
    guard let slot = slotsByID[id], let letter = takeDeadLetter(sequence, slot) else { return false }
    effects.keep(letter.waiting.entry)
    keepDiscard(letter, slot, &effects)
    return true
  }

  /// L5: a handler is quarantined no more.
  mutating func release(_ id: HandlerID, _ effects: inout Effects) -> Bool {
    guard let slot = slotsByID[id], slots[slot].isQuarantined else { return false }
    slots[slot].quarantine = nil
    book.contents.quarantined[id] = nil
    keep(.release(id), &effects)
    resume(slot, &effects)
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
