/// What the machine has its ledger keep (L1, L3 to L5).
extension Machine {
  /// Whether what must outlive the process has a place, here or where the deliveries come from.
  var hasLedger: Bool { book.ledger != nil || relaying != nil }

  func isDurable(_ slot: Int) -> Bool {
    slots[slot].policy.durability != .none && !slots[slot].isEnded && book.ledger != nil
  }

  func identity(of owner: OwnerID) -> Identity? {
    owner == 0 ? nil : owners.first { $0.value == owner }?.key
  }

  // MARK: Accepting

  /// L1: an event that durable handlers want is accepted when the ledger has it; only they wait for that.
  mutating func storeIfDurable(_ entry: Entry, _ effects: inout Effects) {
    var handlers: [HandlerID: Identity?] = [:]
    kinds.interests[Int(entry.kind)].slots.forEach { slot in
      guard isDurable(slot), slots[slot].cell.match(entry) != nil else { return }
      handlers[slots[slot].id] = identity(of: currentOwner(slot))
    }
    let absentees = absentees(for: entry)
    handlers.merge(absentees) { present, _ in present }
    guard !handlers.isEmpty else { return }
    guard entry.type is any Codable.Type else {
      // A handler of any event is given what cannot be stored as well.
      return entry.note { $0.notStored = "'\(entry.type.name)' is not Codable" }
    }
    entry.note { $0.isUnstored = true }
    if let id = entry.given?.id { book.contents.ids.insert(id) }
    let event = LedgerEvent(entry, sequence: log.tail)
    keep(.accept(event, handlers), then: .store(entry), &effects)
    leave(entry, event, for: absentees, &effects)
  }

  /// The ledger has the event, or cannot have it: then it is not accepted for durable handlers, and its id is free again.
  mutating func stored(_ entry: Entry, failure: String?, _ effects: inout Effects) {
    entry.note {
      $0.isUnstored = false
      $0.notStored = failure
    }
    if let failure {
      emit(.notStored(failure), entry, &effects)
      dropLeft(entry)
      if let id = entry.given?.id {
        ids.forget(id, &effects)
        book.contents.ids.remove(id)
      }
    }
    for waiter in storeWaiters.removeValue(forKey: entry.sequence) ?? [] {
      effects.resume { waiter.end(failure.map { .failure(LifebusError.notStored($0)) } ?? .success(())) }
    }
    kinds.interests[Int(entry.kind)].slots.forEach { slot in
      if isDurable(slot) { goOn(slot, &effects) }
    }
  }

  /// Waits until the ledger has the event.
  mutating func awaitStored(_ entry: Entry, _ waiter: Waiter<Void>, _ effects: inout Effects) -> Void? {
    if entry.notes?.isUnstored == true, !shutdown.isStopped {
      storeWaiters[entry.sequence, default: []].append(waiter)
      return nil
    }
    guard let reason = entry.notes?.notStored else { return () }
    effects.resume { waiter.fail(LifebusError.notStored(reason)) }
    return nil
  }

  // MARK: Calls

  /// What is to be recorded before the first of the backlog may be called: whose it is from now on, and that an only call begins.
  func claim(_ slot: Int, _ head: Waiting) -> LedgerChange? {
    guard isDurable(slot), !head.isReplayed else { return nil }
    let owner = owner(of: head, slot)
    let isOnly = slots[slot].policy.durability == .atMostOnce
    guard isOnly || owner != head.owner, slots[slot].claimed.map({ $0 != (head.entry.sequence, owner) }) ?? true else {
      return nil
    }
    return .claim(slots[slot].id, sequence: head.entry.sequence, owner: identity(of: owner), isOnly: isOnly)
  }

  /// L5: what runs stands in the ledger's memory, whatever the handler is.
  func noteBegin(_ slot: Int, _ call: RunningCall) {
    guard let ledger = book.notes else { return }
    let sequence = isDurable(slot) && !call.isReplayed ? call.entry.sequence : 0
    ledger.note(LedgerRun(sequence: sequence, attempt: call.attempt, note: RunningNote(of: call.entry)), of: slots[slot].id)
  }

  /// The call has returned; what became of a durable delivery stands there until the ledger has it.
  func noteReturn(_ slot: Int, _ call: RunningCall) {
    guard let ledger = book.notes else { return }
    guard slots[slot].recording != nil else { return ledger.note(nil, of: slots[slot].id) }
    let run = LedgerRun(
      sequence: call.entry.sequence, attempt: call.attempt, note: RunningNote(of: call.entry), isOver: true)
    ledger.note(run, of: slots[slot].id)
  }

  /// Whether the ledger has the delivery of this event to this handler.
  func isKept(_ slot: Int, _ entry: Entry, isReplayed: Bool) -> Bool {
    book.ledger != nil && slots[slot].policy.durability != .none && !isReplayed && entry.notes?.notStored == nil
  }

  /// What is the same for each call for an event, and for no other event or handler.
  ///
  /// Only what the ledger has keeps its place in the log for ever.
  func idempotencyKey(_ cell: Cell, _ sequence: Int, isReplayed: Bool) -> String {
    let isUnknown = isRunning(cell, sequence) && slots[cell.slot].call?.entry.notes?.notStored != nil
    let isKept = cell.isDurable && book.ledger != nil && !isReplayed && !isUnknown
    return "\(isKept ? book.contents.identity : book.process)/\(cell.id)/\(sequence)"
  }

  // MARK: Once-keys

  /// Whether a once-only clause was done before.
  enum OnceState {
    case fresh
    case usedUp
    /// Only the ledger can tell.
    case ask(LedgerKey)
  }

  func onceState(_ slot: Int, _ traits: ClauseTraits, _ entry: Entry) -> OnceState {
    guard let key = ledgerKey(slot, traits, entry) else {
      return slots[slot].once.isUsedUp(traits, entry) ? .usedUp : .fresh
    }
    guard book.keys.contains(key.fingerprint) else { return .fresh }
    // Two keys may have one fingerprint.
    guard let asked = slots[slot].asked, asked.sequence == entry.sequence, let isUsedUp = asked.isUsedUp else {
      return .ask(key)
    }
    return isUsedUp ? .usedUp : .fresh
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
    endStopWaiters(&effects)
    queue = LedgerQueue()
    for slot in slots.indices {
      callBack(slot, now, &effects)
      cancelLoop(slot, &effects)
    }
    endReaders(&effects)
    letGo(&effects)
  }
}
