/// How cursors leave the log, and how the log is freed.
extension Machine {
  /// Moves what the handler wants of the log, from its position to the tail, to its backlog.
  ///
  /// Behind a gate it is done at each change of the verdict, so that all of it was published while the same one was in.
  mutating func takeAlong(_ slot: Int) {
    guard !resting.contains(slot), !slots[slot].isEnded else { return }
    let owner = currentOwner(slot)
    let cell = slots[slot].cell
    while slots[slot].position < log.tail {
      let line = log[slots[slot].position]
      slots[slot].position += 1
      guard let clause = cell.match(line) else { continue }
      slots[slot].backlog.append(Waiting(entry: line.entry.takeUnretainedValue(), clause: clause, owner: owner))
    }
  }

  /// Whose it is what is published now for the handler.
  func currentOwner(_ slot: Int) -> OwnerID {
    slots[slot].policy.acrossIdentities ? 0 : slots[slot].gate.map { gates[$0].owner } ?? 0
  }

  /// Lets cursors that are far behind leave the log, and frees what nobody needs of it.
  mutating func trimLog(_ effects: inout Effects) {
    var first = log.tail
    for slot in slots.indices where !slots[slot].isEnded && !resting.contains(slot) {
      if slots[slot].position < log.tail - limits.logLength {
        callBack(slot, now, &effects)
        takeAlong(slot)
      }
      dropBeyondLimit(slot, &effects)
      first = min(first, slots[slot].position)
    }
    // The last events are kept for whoever asks what became of them.
    let released = log.release(before: min(first, log.tail - Chunk.capacity))
    if !released.isEmpty { effects.actions.append(.discard(released)) }
  }
}
