/// A bus whose deliveries are another process's, and the one handler that gets them.
struct Relaying: Sendable {
  let relay: any Relay
  /// What the handler is registered for, as it has said it.
  var plan: HandlerPlan?
}

extension Machine {
  // MARK: The handler

  /// What a registration is here: the rest of what it says is done by the other bus.
  mutating func relayed(_ plan: Plan, _ id: HandlerID) throws(LifebusError) -> Plan {
    if let first = relaying?.plan?.id {
      throw .registration("handler '\(id)' is registered beside '\(first)': a plugin that is a program registers one, once")
    }
    if let type = plan.traits.lazy.compactMap(\.ownType).first {
      throw .registration("handler '\(id)' wants '\(type)', a type that its host does not have: take Custom(\"\(type)\")")
    }
    let said = self.plan(id, plan.policy, plan.traits)
    relaying?.plan = said
    return Plan(slot: plan.slot, policy: plan.policy.relayed, traits: plan.traits.map(\.unconditional))
  }

  private var relayedSlot: Int? { (relaying?.plan?.id).flatMap { slotsByID[$0] } }

  mutating func setCommitted(_ value: [UInt8]?) {
    guard let id = relaying?.plan?.id else { return }
    book.contents.committed[id] = value
  }

  // MARK: Deliveries

  mutating func relay(_ delivery: RelayedDelivery, _ effects: inout Effects) -> Bool {
    let entry = delivery.entry
    number(entry)
    guard shutdown.isOpen, let slot = relayedSlot, let clause = slots[slot].cell.match(entry) else { return false }
    slots[slot].begun = Begun(attempt: delivery.attempt)
    slots[slot].backlog.append(Waiting(entry: entry, clause: clause, owner: 0, isReplayed: delivery.isReplayed))
    resting.remove(slot)
    resume(slot, &effects)
    return true
  }

  mutating func cancelRelayed(_ effects: inout Effects) {
    guard let slot = relayedSlot else { return }
    if let waiting = slots[slot].backlog.popFirst() {
      slots[slot].begun = nil
      effects.keep(waiting.entry)
      report(.ended(failure: CancellationError(), committing: nil, remark: nil), &effects)
    } else {
      cancelLoop(slot, &effects)
    }
  }

  // MARK: Reports

  /// Reports something, if the bus relays.
  func report(_ report: RelayReport, _ effects: inout Effects) {
    guard let relay = relaying?.relay else { return }
    relay.take(report)
    effects.actions.append(.handOn(relay))
  }

  /// Reports how a call has ended.
  mutating func relayEnd(of call: RunningCall, _ failure: (any Error)?, _ effects: inout Effects) {
    guard let plan = relaying?.plan else { return }
    let value = failure == nil && plan.policy.durability != .none ? call.commitment : nil
    if let value { book.contents.committed[plan.id] = value }
    report(.ended(failure: failure, committing: value, remark: call.remark), &effects)
  }

  /// Hands on what was posted.
  func relay(_ entry: Entry, _ effects: inout Effects) {
    if let reason = relaying?.relay.refusal { return entry.note { $0.disposition = .refused(reason) } }
    report(.posted(RelayedPost(entry)), &effects)
  }

  /// Hands on the verdict of the handler's own gate.
  func relay(_ verdict: Verdict, of id: HandlerID, _ effects: inout Effects) {
    guard let plan = relaying?.plan, plan.id == id, plan.policy.gate != nil else { return }
    report(.verdict(verdict), &effects)
  }
}

extension Policy {
  /// What is left of it where another bus keeps to the rest: where calls run, and whether there is a gate.
  fileprivate var relayed: Policy {
    Policy(runsOn: runsOn, gate: gate.map { _ in GateOptions(limit: .none) })
  }
}
