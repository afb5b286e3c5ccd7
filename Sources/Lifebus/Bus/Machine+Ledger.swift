/// What the machine keeps in the ledger, and what it finds there (L1 to L5).
extension Machine {
  /// Keeps changes; false, and reported, if the ledger cannot.
  @discardableResult
  mutating func keep(_ changes: [LedgerChange], _ effects: inout Effects) -> Bool {
    guard let ledger = book.ledger else { return true }
    do {
      try ledger.record(changes)
      return true
    } catch {
      emit(.notStored("\(error)"), nil, &effects)
      return false
    }
  }

  // MARK: Accepting

  /// L1: an event that durable handlers want is accepted when the ledger has it.
  mutating func storeIfDurable(_ entry: Entry, _ effects: inout Effects) {
    var handlers: [HandlerID: Identity?] = [:]
    kinds.interests[Int(entry.kind)].slots.forEach { slot in
      guard isDurable(slot), slots[slot].cell.match(entry) != nil else { return }
      handlers[slots[slot].id] = identity(of: currentOwner(slot))
    }
    guard !handlers.isEmpty else { return }
    keep([.accept(LedgerEvent(entry, sequence: log.tail), handlers)], &effects)
    if let id = entry.given?.id { book.contents.ids.insert(id) }
  }

  func isDurable(_ slot: Int) -> Bool {
    slots[slot].policy.durability != .none && !slots[slot].isEnded && book.ledger != nil
  }

  private func identity(of owner: OwnerID) -> Identity? {
    owner == 0 ? nil : owners.first { $0.value == owner }?.key
  }

  // MARK: Recovering

  /// L2: what an earlier process has left for the handler, before everything of this one.
  mutating func restore(_ slot: Int, _ effects: inout Effects) {
    guard isDurable(slot), let left = book.contents.deliveries.removeValue(forKey: slots[slot].id) else { return }
    for delivery in left { restore(delivery, slot, &effects) }
  }

  private mutating func restore(_ delivery: LedgerDelivery, _ slot: Int, _ effects: inout Effects) {
    guard let entry = try? book.entry(of: delivery.event, types: []) else { return }
    number(entry)
    guard let clause = slots[slot].cell.match(entry) else {
      // The handler of this build does not want it any more.
      keep([.end(slots[slot].id, sequence: entry.sequence, outcome: "unwanted", committing: nil)], &effects)
      return
    }
    if delivery.wasRunning, slots[slot].policy.durability == .atMostOnce {
      return record(.interrupted, slot, entry, isReplayed: false, &effects)
    }
    guard slots[slot].traits(clause).origin == .anyProcess else {
      return record(.skipped(.expired), slot, entry, isReplayed: false, &effects)
    }
    let owner = delivery.owner.map { ownerID(of: $0) } ?? 0
    if delivery.attempts > 0, slots[slot].backlog.isEmpty {
      slots[slot].begun = Begun(attempt: delivery.attempts + 1, failures: delivery.failures)
    }
    slots[slot].backlog.append(Waiting(entry: entry, clause: clause, owner: owner))
  }

  // MARK: Calls

  mutating func noteBegin(_ slot: Int, _ call: RunningCall, _ effects: inout Effects) {
    guard book.ledger != nil else { return }
    let sequence = isDurable(slot) && !call.isReplayed ? call.entry.sequence : 0
    book.ledger?.note(
      LedgerRun(sequence: sequence, attempt: call.attempt, note: RunningNote(of: call.entry)), of: slots[slot].id)
    if sequence > 0 {
      keep(
        [
          .claim(
            slots[slot].id, sequence: sequence, owner: identity(of: call.owner),
            isOnly: slots[slot].policy.durability == .atMostOnce)
        ], &effects)
    }
  }

  mutating func noteReturn(_ slot: Int, _ effects: inout Effects) {
    book.ledger?.note(nil, of: slots[slot].id)
  }

  /// A delivery has ended: its cursor moves in the ledger too, with what its call wants kept and the key that it uses up.
  mutating func noteEnd(
    _ slot: Int, _ entry: Entry, committing value: [UInt8]?, key: LedgerKey?, _ effects: inout Effects
  ) {
    guard book.ledger != nil else { return }
    var changes: [LedgerChange] = []
    if let key {
      book.keys.insert(key.fingerprint)
      changes.append(.useUp(key))
    }
    if slots[slot].policy.durability != .none {
      changes.append(.end(slots[slot].id, sequence: entry.sequence, outcome: "done", committing: value))
    }
    if let value { book.contents.committed[slots[slot].id] = value }
    if !changes.isEmpty { keep(changes, &effects) }
  }

  // MARK: Once-keys

  func isUsedUp(_ slot: Int, _ traits: ClauseTraits, _ entry: Entry) -> Bool {
    if let key = ledgerKey(slot, traits, entry) { return book.keys.contains(key.fingerprint) }
    return slots[slot].once.isUsedUp(traits, entry)
  }

  /// L4: the key of a clause that holds across processes.
  func ledgerKey(_ slot: Int, _ traits: ClauseTraits, _ entry: Entry) -> LedgerKey? {
    let (kind, name) = (traits.key.kind, traits.key.name)
    switch traits.once {
    case .perInstall:
      return LedgerKey(handler: slots[slot].id, kind: kind, name: name)
    case .perVersion:
      return LedgerKey(handler: slots[slot].id, kind: kind, name: name, version: book.version)
    case .perKey:
      guard let key = entry.onceKey else { return nil }
      return LedgerKey(handler: slots[slot].id, kind: kind, name: name, key: key)
    case .everyTime, .perProcess, .perSession, .perScope: return nil
    }
  }

  // MARK: The end

  /// The process is over, as far as the bus can tell: nothing is called, stopped or recorded any more.
  mutating func vanish(_ effects: inout Effects) {
    isAbandoned = true
    shutdown.stage = .stopped
    for slot in slots.indices {
      callBack(slot, now, &effects)
      cancelLoop(slot, &effects)
    }
    endReaders(&effects)
    letGo(&effects)
  }
}
