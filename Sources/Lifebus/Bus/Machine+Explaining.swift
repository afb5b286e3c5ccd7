/// Why a handler was, or was not, called for an event.
extension Machine {
  mutating func explain(_ id: EventID, to handler: HandlerID, _ effects: inout Effects) -> Explanation {
    guard let entry = ids.first(id, now, &effects) else {
      return unknown("no event with the id '\(id)' is remembered", handler)
    }
    return explain(entry, to: handler, &effects)
  }

  mutating func explain(_ sequence: Int, to handler: HandlerID, _ effects: inout Effects) -> Explanation {
    guard sequence > 0, sequence < log.tail else {
      return unknown("there is no event \(sequence): the last is \(log.tail - 1)", handler)
    }
    if sequence >= log.head { return explain(log[sequence].entry.takeUnretainedValue(), to: handler, &effects) }
    if let slot = slotsByID[handler], let place = slots[slot].index(of: sequence) {
      return explain(slots[slot].backlog[place].entry, to: handler, &effects)
    }
    let age = "event \(sequence) has left the log: it is older than the last \(log.tail - log.head) events"
    return unknown("\(age), and nothing of it waits for '\(handler)'", sequence: sequence, handler)
  }

  private func unknown(_ text: String, sequence: Int? = nil, _ handler: HandlerID) -> Explanation {
    Explanation(sequence: sequence, kind: nil, outcome: nil, isHandlerKnown: slotsByID[handler] != nil, description: text)
  }

  private mutating func explain(_ entry: Entry, to handler: HandlerID, _ effects: inout Effects) -> Explanation {
    let standing = outcomes(of: entry, &effects)[handler]
    return Explanation(
      sequence: entry.sequence, kind: entry.kindName, outcome: standing,
      isHandlerKnown: slotsByID[handler] != nil || standing != nil, description: text(entry, handler, standing))
  }

  private mutating func text(_ entry: Entry, _ handler: HandlerID, _ standing: Outcome?) -> String {
    let what = "\(entry.kindName) (event \(entry.sequence))"
    guard let slot = slotsByID[handler] else {
      guard let standing else { return "no handler '\(handler)' is registered" }
      return "\(what) for '\(handler)', which is registered no more: it ended as \(standing.word)"
    }
    if let standing { return "\(what) for '\(handler)': \(sentence(standing, entry, slot))" }
    guard slots[slot].cell.match(entry) != nil else { return "\(what): no clause of '\(handler)' matches it" }
    guard entry.sequence >= slots[slot].joined else {
      return "\(what): '\(handler)' was registered after it, and begins with event \(slots[slot].joined)"
    }
    return "\(what): '\(handler)' was unregistered before its turn came"
  }

  private mutating func sentence(_ standing: Outcome, _ entry: Entry, _ slot: Int) -> String {
    switch standing {
    case .done: return "it was called and is done"
    case .failed(let reason): return "its call failed: \(reason)"
    case .timedOut: return "its call did not return within \(slots[slot].policy.timeout.map { "\($0)" } ?? "its limit")"
    case .dead(let reason): return "its attempts are used up: \(reason)"
    case .duplicate: return "its once-only clause had been done before"
    case .interrupted: return "the process ended during its only call"
    case .crashed: return "its call ended its process"
    case .skipped(let reason): return sentence(reason)
    case .running: return "its call runs\(slots[slot].call?.isStuck == true ? ", and is stuck" : "")"
    case .held(let by) where by == slots[slot].id:
      return slots[slot].quarantine.map { "it is quarantined: \($0)" } ?? "it is still to come"
    case .held(let by):
      let gate = gatesByID[by].map { gates[$0] }
      return "it waits for the gate '\(by)', which is \(gate?.verdict.description ?? "missing") since \(gate?.since ?? .zero)"
    case .waiting:
      if let blocker = barrier(slot) { return "it waits for '\(blocker)'" }
      if let call = slots[slot].call {
        return "it waits for its call for \(call.entry.kindName) (event \(call.entry.sequence))"
      }
      return "it is about to be called"
    }
  }

  private func sentence(_ reason: SkipReason) -> String {
    switch reason {
    case .collapsed: "a newer event of the clause came before its turn, and the clause keeps the latest"
    case .dropped: "its backlog was full"
    case .ended: "it was unregistered first"
    case .leftover: "the bus was shut down first"
    case .expired: "the event is of an earlier process, and the clause wants this one's only"
    case .identityChanged: "it was published while another identity was in"
    }
  }
}
