/// Who comes after whom: the barriers between handlers.
extension Machine {
  /// Resolves the names anew after a registration has come or gone.
  mutating func linkAfter(_ effects: inout Effects) {
    guard slots.contains(where: { !$0.policy.after.isEmpty }) else { return }
    for slot in slots.indices { slots[slot].hasDependents = false }
    for slot in slots.indices {
      slots[slot].after = []
      slots[slot].missing = nil
      guard !slots[slot].isEnded else { continue }
      for dependency in slots[slot].policy.after {
        if let other = liveSlot(dependency.name) {
          slots[slot].after.append(other)
          slots[other].hasDependents = true
          callBack(other, now, &effects)
        } else if !dependency.isOptional, !isLaunched {
          slots[slot].missing = dependency.name
        }
      }
    }
  }

  private func liveSlot(_ id: HandlerID) -> Int? {
    guard let slot = slotsByID[id], !slots[slot].isEnded, !slots[slot].isReserved else { return nil }
    return slot
  }

  /// The handler that is not done yet with events up to this one, of those that come before.
  mutating func unfinishedBefore(_ slot: Int, _ sequence: Int) -> HandlerID? {
    if let missing = slots[slot].missing { return missing }
    for other in slots[slot].after where isUnfinished(other, upTo: sequence) { return slots[other].id }
    return nil
  }

  private mutating func isUnfinished(_ slot: Int, upTo sequence: Int) -> Bool {
    guard !slots[slot].isEnded, !slots[slot].isQuarantined, slots[slot].call?.isStuck != true else { return false }
    if let call = slots[slot].call, call.entry.sequence <= sequence { return true }
    takeAlong(slot)
    return slots[slot].backlog.first.map { $0.entry.sequence <= sequence } ?? false
  }

  /// A cursor has moved: those that come after it may go on.
  mutating func resumeDependents(_ slot: Int, _ effects: inout Effects) {
    guard slots[slot].hasDependents else { return }
    for other in slots.indices where slots[other].after.contains(slot) { resume(other, &effects) }
  }

  /// True if `slot` comes after `other`, directly or through others.
  func isAfter(_ slot: Int, _ other: Int) -> Bool {
    var seen: Set<Int> = [slot]
    var next = slots[slot].after
    while let candidate = next.popLast() {
      if candidate == other { return true }
      if seen.insert(candidate).inserted { next += slots[candidate].after }
    }
    return false
  }

  /// The handlers in the order in which they are stopped: whoever is after another comes before it, later ones first.
  func stopOrder() -> [Int] {
    var order: [Int] = []
    var seen: Set<Int> = []
    func visit(_ slot: Int) {
      guard seen.insert(slot).inserted else { return }
      for dependent in slots.indices.reversed() where slots[dependent].after.contains(slot) { visit(dependent) }
      order.append(slot)
    }
    for slot in slots.indices.reversed() { visit(slot) }
    return order.filter { !slots[$0].isEnded && !slots[$0].isReserved && !slots[$0].isQuarantined }
  }

  // MARK: What is wrong with the names

  /// What is wrong with a name that some handler waits for, or with all of them together.
  ///
  /// It is judged at the launch, so that the order of registration is free.
  func unresolvedDependency() -> String? {
    for slot in slots where !slot.isEnded && !slot.isReserved {
      if let problem = missingGate(of: slot) ?? missingHandler(of: slot) { return problem }
    }
    return cycle()
  }

  /// What would be wrong with the names of a handler that is registered after the launch.
  func unresolvedDependency(of id: HandlerID, _ policy: Policy) -> String? {
    if let behind = policy.behind, !behind.isOptional, !(gate(named: behind.name)?.isOwned ?? false) {
      return missing(gate: behind.name, of: id)
    }
    if let after = policy.after.first(where: { !$0.isOptional && !gone.contains($0.name) && liveSlot($0.name) == nil }) {
      return missing(handler: after.name, of: id)
    }
    guard let slot = slotsByID[id] else { return nil }
    let ways = policy.after.compactMap { liveSlot($0.name) }.compactMap { other in
      other == slot ? [other] : path(from: other, to: slot)
    }
    return ways.first.map { circle([slot] + $0) }
  }

  private func missingGate(of slot: Slot) -> String? {
    guard let behind = slot.policy.behind, !behind.isOptional, let gate = slot.gate, !gates[gate].isOwned else { return nil }
    return missing(gate: behind.name, of: slot.id)
  }

  private func missing(gate: HandlerID, of id: HandlerID) -> String {
    let owners = gates.filter(\.isOwned).map { "'\($0.id)'" }.joined(separator: ", ")
    let known = owners.isEmpty ? "no handler owns a gate" : "there is \(owners)"
    return "handler '\(id)' waits behind '\(gate)', which owns no gate (\(known)): "
      + "register its owner before the launch, or say .ifPresent(\"\(gate)\")"
  }

  private func missingHandler(of slot: Slot) -> String? {
    guard let missing = slot.policy.after.first(where: { !$0.isOptional && liveSlot($0.name) == nil }) else { return nil }
    return self.missing(handler: missing.name, of: slot.id)
  }

  private func missing(handler: HandlerID, of id: HandlerID) -> String {
    "handler '\(id)' comes after '\(handler)', which is not registered: "
      + "register it before the launch, or say .ifPresent(\"\(handler)\")"
  }

  private func cycle() -> String? {
    for start in slots.indices where !slots[start].isEnded {
      if let path = path(from: start, to: start) { return circle(path) }
    }
    return nil
  }

  private func circle(_ path: [Int]) -> String {
    let names = path.map { "'\(slots[$0].id)'" }.joined(separator: " after ")
    return "handlers wait for each other in a circle: \(names): take one 'after' out"
  }

  /// A way along `after` from one handler to another, both named.
  private func path(from start: Int, to end: Int) -> [Int]? {
    var ways: [[Int]] = slots[start].after.map { [start, $0] }
    var seen: Set<Int> = []
    while let way = ways.popLast() {
      guard let last = way.last else { continue }
      if last == end { return way }
      guard seen.insert(last).inserted else { continue }
      ways += slots[last].after.map { way + [$0] }
    }
    return nil
  }
}
