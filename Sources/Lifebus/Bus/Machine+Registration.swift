/// How a handler comes and goes.
extension Machine {
  /// What a registration will be: checked, and its kinds turned into numbers.
  struct Plan {
    let slot: Int
    let policy: Policy
    let traits: [ClauseTraits]
  }

  /// Checks a registration before anything is changed.
  mutating func plan(_ id: HandlerID, policy: Policy, traits: [ClauseTraits]) throws(LifebusError) -> Plan {
    guard shutdown.isOpen else { throw .closed }
    try check(id, policy, traits)
    // Before the launch names may still come; after it they are judged at once.
    if isLaunched, let problem = unresolvedDependency(of: id, policy) { throw .registration(problem) }
    let numbered = traits.map { traits in
      var traits = traits
      traits.kind =
        switch traits.selector {
        case .any: Kinds.any
        case .custom(let name): kinds.id(ofCustom: name)
        case .type(let type): kinds.id(of: type)
        }
      traits.scopeName = traits.scope.map { scopes.nameID(of: $0) } ?? 0
      return traits
    }
    let plan = Plan(slot: place(for: id), policy: policy, traits: numbered)
    return relaying == nil ? plan : try relayed(plan, id)
  }

  private func check(_ id: HandlerID, _ policy: Policy, _ traits: [ClauseTraits]) throws(LifebusError) {
    var keys: Set<ClauseKey> = []
    for clause in traits where clause.once != .everyTime {
      guard keys.insert(clause.key).inserted else {
        throw .registration(
          "handler '\(id)' has two once-only clauses for \(clause.key.kind): give each a 'name:', so that each has its own key")
      }
      guard clause.keep == .every else {
        throw .registration(
          "handler '\(id)' asks for 'once' and 'keep: .latest' in one clause for \(clause.key.kind): choose one")
      }
    }
    try checkLedger(id, policy, traits)
    try checkNumbers(id, policy)
    if policy.behind?.name == id { throw .registration("handler '\(id)' waits for its own gate: 'behind' names another one") }
    if policy.acrossIdentities, policy.behind == nil {
      throw .registration(
        "handler '\(id)' is 'acrossIdentities' and behind no gate: name the gate with 'behind', or leave it out")
    }
    if let timeout = policy.timeout, timeout <= .zero {
      throw .registration("handler '\(id)' has a timeout of \(timeout): it must be more than zero")
    }
  }

  private func checkLedger(_ id: HandlerID, _ policy: Policy, _ traits: [ClauseTraits]) throws(LifebusError) {
    let needsLedger = traits.first(where: \.once.needsLedger)
    if !hasLedger {
      if let clause = needsLedger {
        throw .registration(
          "handler '\(id)' has a clause once \(clause.once) for \(clause.key.kind), and the bus has no ledger: give it one")
      }
      if policy.durability != .none {
        throw .registration("handler '\(id)' is durable, and the bus has no ledger: give it one")
      }
    }
    if policy.durability != .none, let plain = traits.lazy.compactMap(\.unstorableType).first {
      throw .registration("handler '\(id)' is durable, and its event '\(plain)' is not Codable: let it conform")
    }
    if policy.durability == .none, let clause = traits.first(where: { $0.origin == .thisProcess }) {
      throw .registration(
        "handler '\(id)' asks for this process only in its clause for \(clause.key.kind), and is not durable: leave it out")
    }
    if policy.durability == .atMostOnce, policy.retry != nil {
      throw .registration("handler '\(id)' is called at most once and asks for a retry: choose one")
    }
  }

  private func checkNumbers(_ id: HandlerID, _ policy: Policy) throws(LifebusError) {
    if let retry = policy.retry, retry.attempts < 1 || retry.delay < .zero || !(0...1).contains(retry.jitter) {
      throw .registration(
        "handler '\(id)' has a retry of \(retry): at least 1 attempt, no negative delay, a jitter from 0 to 1")
    }
    if let capacity = policy.capacity, capacity < 1 {
      throw .registration("handler '\(id)' has a capacity of \(capacity): it must be at least 1")
    }
    if policy.after.contains(where: { $0.name == id }) {
      throw .registration("handler '\(id)' comes after itself: take its own name out of 'after'")
    }
  }

  /// The slot that the handler has, or one that is free, or the next.
  private func place(for id: HandlerID) -> Int { slotsByID[id] ?? freeSlots.last ?? slots.count }

  mutating func register(
    _ cell: Cell, _ policy: Policy, _ plan: Plan, _ now: Duration, _ effects: inout Effects
  ) -> Int {
    if plan.slot == freeSlots.last { freeSlots.removeLast() }
    let wasDurable = plan.slot < slots.count && isDurable(plan.slot)
    if plan.slot < slots.count, slots[plan.slot].isReserved {
      fill(plan.slot, with: cell, policy, &effects)
    } else if plan.slot < slots.count, !slots[plan.slot].isEnded {
      replace(plan.slot, with: cell, policy, &effects)
    } else {
      add(cell, policy, at: plan.slot, &effects)
    }
    connect(plan.slot, now, &effects)
    if wasDurable, !isDurable(plan.slot) { forgetDurability(plan.slot, &effects) } else { attend(plan.slot, &effects) }
    settleIn(plan.slot, &effects)
    registrations += 1
    slots[plan.slot].registration = registrations
    return registrations
  }

  private mutating func add(_ cell: Cell, _ policy: Policy, at index: Int, _ effects: inout Effects) {
    var slot = Slot(cell, policy, joined: log.tail)
    // A handler that comes back has done once what it had done once.
    if let once = retired.removeValue(forKey: cell.id) { slot.once = once }
    slotsByID[cell.id] = index
    if index < slots.count { slots[index] = slot } else { slots.append(slot) }
    emit(.registered, nil, of: cell.id, &effects)
    restore(index, &effects)
    if policy.replay == .facts { giveFacts(index) { _ in true } }
  }

  /// What is left to do when the rest of the machine knows of the handler.
  mutating func settleIn(_ slot: Int, _ effects: inout Effects) {
    if let gate = slots[slot].gate, gates[gate].isOpen { endForeign(slot, gates[gate].owner, &effects) }
    if let reason = book.contents.quarantined[slots[slot].id] {
      slots[slot].quarantine = reason
      resting.remove(slot)
      emit(.quarantined(reason), nil, of: slots[slot].id, &effects)
    } else if slots[slot].backlog.isEmpty, slots[slot].position == log.tail, slots[slot].call == nil, !slots[slot].isLooping {
      resting.insert(slot)
    }
    // Others may wait for this one's name, or not any more.
    for other in slots.indices { resume(other, &effects) }
  }

  // MARK: Reserving

  /// H7: keeps events of these kinds for a handler that is still to come.
  mutating func reserve(_ cell: Cell, _ policy: Policy, _ plan: Plan, _ now: Duration, _ effects: inout Effects) {
    if plan.slot == freeSlots.last { freeSlots.removeLast() }
    var slot = Slot(cell, policy, joined: log.tail)
    slot.isReserved = true
    slotsByID[cell.id] = plan.slot
    if plan.slot < slots.count { slots[plan.slot] = slot } else { slots.append(slot) }
    for traits in cell.traits { kinds.add(plan.slot, to: traits.kind) }
    slots[plan.slot].gate = policy.behind.map { index(ofGate: $0.name) }
  }

  /// The handler has come for which events were kept: first it gets the facts of kinds that were not, then those.
  private mutating func fill(_ slot: Int, with cell: Cell, _ policy: Policy, _ effects: inout Effects) {
    takeAlong(slot)
    let reserved = slots[slot].cell
    kinds.remove(slot)
    slots[slot].cell = cell
    slots[slot].policy = policy
    slots[slot].isReserved = false
    let kept = slots[slot].backlog.all
    slots[slot].backlog = Deque()
    emit(.registered, nil, of: cell.id, &effects)
    if policy.replay == .facts { giveFacts(slot) { reserved.match($0) == nil } }
    for waiting in kept {
      guard let clause = cell.match(waiting.entry) else {
        resolve(slot, waiting.entry.sequence, &effects)
        continue
      }
      slots[slot].backlog.append(Waiting(entry: waiting.entry, clause: clause, owner: waiting.owner))
    }
  }

  /// H6: the standing facts, for a handler that comes after the launch.
  private mutating func giveFacts(_ slot: Int, where isMissing: (Entry) -> Bool) {
    guard let launchFact else { return }
    if isMissing(launchFact) { replay(launchFact, slot) }
    guard scenes.phase != .background, let phaseFact, let last = (phaseFact as? TypedEntry<PhaseChanged>)?.payload else {
      return
    }
    let change = PhaseChanged(from: .background, to: scenes.phase, isEntry: scenes.phase == .active, scene: last.scene)
    let fact = TypedEntry(change, cause: phaseFact.cause)
    fact.sequence = phaseFact.sequence
    fact.time = phaseFact.time
    fact.kind = phaseFact.kind
    fact.session = phaseFact.session
    if isMissing(fact) { replay(fact, slot) }
  }

  private mutating func replay(_ fact: Entry, _ slot: Int) {
    guard let clause = slots[slot].cell.match(fact) else { return }
    slots[slot].backlog.append(Waiting(entry: fact, clause: clause, owner: 0, isReplayed: true))
  }

  /// H5: the cursor stays, what waits is matched anew, and a call that runs goes on.
  private mutating func replace(_ slot: Int, with cell: Cell, _ policy: Policy, _ effects: inout Effects) {
    callBack(slot, now, &effects)
    takeAlong(slot)
    kinds.remove(slot)
    remember(slot)
    effects.actions.append(.discard([slots[slot].cell]))
    slots[slot].joined = log.tail
    slots[slot].cell = cell
    slots[slot].policy = policy
    let begun = slots[slot].begun.flatMap { _ in slots[slot].backlog.first?.entry }
    for waiting in slots[slot].backlog.extract(where: { cell.match($0.entry) == nil }) {
      passUnwanted(slot, waiting.entry, isReplayed: waiting.isReplayed, &effects)
    }
    for index in 0..<slots[slot].backlog.count {
      slots[slot].backlog[index].clause = cell.match(slots[slot].backlog[index].entry) ?? 0
    }
    if slots[slot].backlog.first?.entry !== begun { slots[slot].begun = nil }
    wakeRoomWaiters(of: slot, &effects)
    emit(.replaced, nil, of: cell.id, &effects)
  }

  /// Tells the rest of the machine what the handler wants, owns and waits for.
  private mutating func connect(_ slot: Int, _ now: Duration, _ effects: inout Effects) {
    let cell = slots[slot].cell
    let policy = slots[slot].policy
    for traits in cell.traits { kinds.add(slot, to: traits.kind) }
    slots[slot].isCareful =
      !policy.after.isEmpty || policy.capacity != nil || cell.traits.contains { $0.once != .everyTime || $0.keep != .every }
    slots[slot].gate = policy.behind.map { index(ofGate: $0.name) }
    slots[slot].samplingInterval = samplingInterval(slot)
    slots[slot].mayDropAll = policy.durability == .none && cell.traits.allSatisfy(\.mayAlwaysDrop)
    hasCapacities = slots.contains { $0.policy.capacity != nil && !$0.isEnded }
    linkAfter(&effects)
    guard let options = policy.gate else { return }
    let gate = index(ofGate: cell.id)
    gates[gate].options = options
    startLimit(gate, now, &effects)
  }

  /// Keeps what a registration that is over has read, for receipts.
  private mutating func remember(_ slot: Int) {
    past.append(PastRegistration(cell: slots[slot].cell.husk, range: slots[slot].joined..<log.tail))
    if past.count > PastRegistration.limit { _ = past.popFirst() }
  }

  // MARK: Going

  mutating func unregister(_ id: HandlerID, _ now: Duration, _ effects: inout Effects) {
    guard let slot = slotsByID[id], !slots[slot].isEnded else { return }
    endRegistration(slot, now, &effects)
  }

  mutating func unregister(_ id: HandlerID, _ number: Int, _ now: Duration, _ effects: inout Effects) {
    guard let slot = slotsByID[id], slots[slot].registration == number else { return }
    endRegistration(slot, now, &effects)
  }

  mutating func endRegistration(_ slot: Int, _ now: Duration, _ effects: inout Effects) {
    callBack(slot, now, &effects)
    takeAlong(slot)
    kinds.remove(slot)
    resting.remove(slot)
    remember(slot)
    slotsByID[slots[slot].id] = nil
    gone.insert(slots[slot].id)
    if !slots[slot].once.isEmpty { retired[slots[slot].id] = slots[slot].once }
    slots[slot].isEnded = true
    attend(slot, &effects)
    slots[slot].begun = nil
    linkAfter(&effects)
    while let waiting = slots[slot].backlog.popFirst() {
      record(.skipped(.ended), slot, waiting.entry, isReplayed: waiting.isReplayed, &effects)
    }
    wakeRoomWaiters(of: slot, &effects)
    emptyIfEnded(slot, &effects)
    for other in slots.indices { resume(other, &effects) }
    emit(.unregistered, nil, of: slots[slot].id, &effects)
    checkIdle(&effects)
    checkDrained(now, &effects)
  }
}
