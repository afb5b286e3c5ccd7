/// How a handler comes and goes.
extension Machine {
  /// What a registration will be: checked, and its kinds turned into numbers.
  struct Plan {
    let slot: Int
    let traits: [ClauseTraits]
  }

  /// Checks a registration before anything is changed.
  mutating func plan(_ id: HandlerID, policy: Policy, traits: [ClauseTraits]) throws(LifebusError) -> Plan {
    guard shutdown.isOpen else { throw .closed }
    try check(id, policy, traits)
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
    return Plan(slot: place(for: id), traits: numbered)
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
    if policy.behind?.name == id { throw .registration("handler '\(id)' waits for its own gate: 'behind' names another one") }
    if policy.acrossIdentities, policy.behind == nil {
      throw .registration(
        "handler '\(id)' is 'acrossIdentities' and behind no gate: name the gate with 'behind', or leave it out")
    }
    if let timeout = policy.timeout, timeout <= .zero {
      throw .registration("handler '\(id)' has a timeout of \(timeout): it must be more than zero")
    }
  }

  /// The slot that the handler has, or one that is free, or the next.
  private func place(for id: HandlerID) -> Int {
    if let slot = slotsByID[id], !isOccupied(slot) { return slot }
    return slots.firstIndex { $0.isEnded && !$0.isLooping && $0.call == nil && slotsByID[$0.id] == nil } ?? slots.count
  }

  /// True for a slot whose handler was unregistered while its call still runs: a successor gets another.
  private func isOccupied(_ slot: Int) -> Bool {
    slots[slot].isEnded && (slots[slot].isLooping || slots[slot].call != nil)
  }

  mutating func register(
    _ cell: Cell, _ policy: Policy, _ plan: Plan, _ now: Duration, _ effects: inout Effects
  ) {
    if plan.slot < slots.count, !slots[plan.slot].isEnded {
      replace(plan.slot, with: cell, policy, &effects)
    } else {
      add(cell, policy, at: plan.slot, &effects)
    }
    connect(plan.slot, now, &effects)
    resume(plan.slot, &effects)
  }

  private mutating func add(_ cell: Cell, _ policy: Policy, at index: Int, _ effects: inout Effects) {
    var slot = Slot(cell, policy, joined: log.tail)
    // A handler that comes back has done once what it had done once.
    if let former = slotsByID[cell.id] { slot.once = slots[former].once }
    slotsByID[cell.id] = index
    if index < slots.count { slots[index] = slot } else { slots.append(slot) }
    emit(.registered, nil, of: cell.id, &effects)
    giveFacts(index)
    if slots[index].backlog.isEmpty { resting.insert(index) }
  }

  /// H6: the standing facts, for a handler that comes after the launch.
  private mutating func giveFacts(_ slot: Int) {
    guard let launchFact else { return }
    replay(launchFact, slot)
    guard scenes.phase != .background, let phaseFact, let last = (phaseFact as? TypedEntry<PhaseChanged>)?.payload else {
      return
    }
    let change = PhaseChanged(from: .background, to: scenes.phase, isEntry: scenes.phase == .active, scene: last.scene)
    let fact = TypedEntry(change, cause: phaseFact.cause)
    fact.sequence = phaseFact.sequence
    fact.time = phaseFact.time
    fact.kind = phaseFact.kind
    fact.session = phaseFact.session
    replay(fact, slot)
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
    effects.actions.append(.discard([slots[slot].cell]))
    slots[slot].cell = cell
    slots[slot].policy = policy
    let begun = slots[slot].begun.flatMap { _ in slots[slot].backlog.first?.entry }
    _ = slots[slot].backlog.extract { cell.match($0.entry) == nil }
    for index in 0..<slots[slot].backlog.count {
      slots[slot].backlog[index].clause = cell.match(slots[slot].backlog[index].entry) ?? 0
    }
    if slots[slot].backlog.first?.entry !== begun { slots[slot].begun = nil }
    emit(.replaced, nil, of: cell.id, &effects)
  }

  /// Tells the rest of the machine what the handler wants, owns and waits for.
  private mutating func connect(_ slot: Int, _ now: Duration, _ effects: inout Effects) {
    let cell = slots[slot].cell
    let policy = slots[slot].policy
    for traits in cell.traits { kinds.add(slot, to: traits.kind) }
    slots[slot].isCareful = cell.traits.contains { $0.once != .everyTime || $0.keep != .every }
    slots[slot].gate = policy.behind.map { index(ofGate: $0.name) }
    guard let options = policy.gate else { return }
    let gate = index(ofGate: cell.id)
    gates[gate].options = options
    startLimit(gate, now, &effects)
  }

  // MARK: Going

  mutating func unregister(_ id: HandlerID, _ now: Duration, _ effects: inout Effects) {
    guard let slot = slotsByID[id], !slots[slot].isEnded else { return }
    endRegistration(slot, now, &effects)
  }

  mutating func unregister(_ cell: Cell, _ now: Duration, _ effects: inout Effects) {
    guard slotsByID[cell.id] == cell.slot, slots[cell.slot].cell === cell, !slots[cell.slot].isEnded else { return }
    endRegistration(cell.slot, now, &effects)
  }

  mutating func endRegistration(_ slot: Int, _ now: Duration, _ effects: inout Effects) {
    callBack(slot, now, &effects)
    takeAlong(slot)
    kinds.remove(slot)
    resting.remove(slot)
    slots[slot].isEnded = true
    slots[slot].begun = nil
    while let waiting = slots[slot].backlog.popFirst() {
      record(.skipped(.ended), slot, waiting.entry, isReplayed: waiting.isReplayed, &effects)
    }
    emptyIfEnded(slot, &effects)
    emit(.unregistered, nil, of: slots[slot].id, &effects)
    checkIdle(&effects)
    checkDrained(now, &effects)
  }

  /// What is wrong with a name that some handler waits for; judged at the launch, so that the order of registration is free.
  func unresolvedDependency() -> String? {
    for slot in slots where !slot.isEnded {
      guard let behind = slot.policy.behind, !behind.isOptional, let gate = slot.gate, !gates[gate].isOwned else { continue }
      let owners = gates.filter(\.isOwned).map { "'\($0.id)'" }.joined(separator: ", ")
      let known = owners.isEmpty ? "no handler owns a gate" : "there is \(owners)"
      return "handler '\(slot.id)' waits behind '\(behind.name)', which owns no gate (\(known)): "
        + "register its owner before the launch, or say .ifPresent(\"\(behind.name)\")"
    }
    return nil
  }
}
