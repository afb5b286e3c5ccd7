/// Durable handlers that an earlier process had, and this one has not, yet or at all: they keep their places (L8).
extension Machine {
  /// Has the ledger know that the handler is there and what it wants, or that it wants no more.
  mutating func attend(_ slot: Int, _ effects: inout Effects) {
    guard book.ledger != nil else { return }
    let id = slots[slot].id
    let interest = isDurable(slot) ? LedgerInterest(slots[slot].cell.traits, slots[slot].policy) : nil
    guard interest != nil || book.contents.interests[id] != nil else { return }
    book.contents.interests[id] = interest
    keep(.attend(id, interest), &effects)
  }

  /// A handler that is there is durable no more: what waits for it waits in this process only, as for every such handler.
  mutating func forgetDurability(_ slot: Int, _ effects: inout Effects) {
    let id = slots[slot].id
    book.contents.interests[id] = nil
    book.contents.committed[id] = nil
    keep(.forget(id), &effects)
  }

  /// Who is absent and wants the event, each with whose it is for them.
  func absentees(for entry: Entry) -> [HandlerID: Identity?] {
    var absentees: [HandlerID: Identity?] = [:]
    for (id, interest) in book.contents.interests where slotsByID[id] == nil && interest.covers(entry) {
      let gate = interest.gate.flatMap { gatesByID[$0] }
      absentees[id] = .some(gate.flatMap { identity(of: gates[$0].owner) })
    }
    return absentees
  }

  /// Who is absent, as snapshots show it.
  var absent: [Snapshot.Absent] {
    let known = Set(book.contents.interests.keys).union(book.contents.deliveries.keys).union(book.contents.quarantined.keys)
    return known.filter { slotsByID[$0] == nil }.sorted().map { id in
      let waiting = book.contents.deliveries[id, default: []].count { $0.deadReason == nil }
      return Snapshot.Absent(id: id, waiting: waiting, quarantine: book.contents.quarantined[id])
    }
  }

  /// Who lost its place when the process began, or since.
  var forgotten: [Snapshot.Absent] {
    book.contents.forgotten.sorted { $0.key < $1.key }.map { Snapshot.Absent(id: $0.key, waiting: $0.value, quarantine: nil) }
  }

  /// Keeps an event for who is absent: they may still come in this process.
  mutating func leave(_ entry: Entry, _ event: LedgerEvent, for absentees: [HandlerID: Identity?], _ effects: inout Effects) {
    for (id, owner) in absentees {
      book.contents.deliveries[id, default: []].append(LedgerDelivery(event: event, owner: owner))
      let waiting = book.contents.deliveries[id, default: []].count
      guard waiting > limits.backlog, forget(handler: id, &effects) else { continue }
      book.contents.forgotten[id] = waiting
      let reason = "\(waiting) deliveries waited for it while it was away, which is too many: it is forgotten"
      emit(.notStored(reason), nil, of: id, &effects)
    }
    guard !absentees.isEmpty else { return }
    book.remember(entry, at: event.sequence)
    entry.note { $0.keptFor = absentees.keys.sorted() }
  }

  /// The ledger could not keep the event.
  mutating func dropLeft(_ entry: Entry) {
    for id in book.contents.interests.keys {
      guard let index = book.contents.deliveries[id]?.lastIndex(where: { $0.event.sequence == entry.sequence }) else {
        continue
      }
      book.contents.deliveries[id]?.remove(at: index)
    }
  }

  /// A handler that is not registered loses its place.
  mutating func forget(handler id: HandlerID, _ effects: inout Effects) -> Bool {
    guard shutdown.isOpen, slotsByID[id] == nil, book.ledger != nil else { return false }
    book.contents.deliveries[id] = nil
    book.contents.committed[id] = nil
    book.contents.interests[id] = nil
    keep(.forget(id), &effects)
    return true
  }
}
