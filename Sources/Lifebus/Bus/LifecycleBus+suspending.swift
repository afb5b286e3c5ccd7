extension LifecycleBus {
  /// Begins no call of a handler until it is resumed: its deliveries wait, and no time of theirs runs.
  ///
  /// A call that runs goes on. Nothing is told of this: it is for a handler that cannot be called for a moment.
  package func suspend(_ handler: HandlerID) {
    core.step { machine, now, effects in machine.suspend(handler, now, &effects) }
  }

  /// Calls a handler again that was suspended.
  package func resume(_ handler: HandlerID) {
    core.step { machine, _, effects in machine.resume(handler, &effects) }
  }
}

extension Machine {
  fileprivate mutating func suspend(_ id: HandlerID, _ now: Duration, _ effects: inout Effects) {
    guard let slot = slotsByID[id] else { return }
    callBack(slot, now, &effects)
    slots[slot].isSuspended = true
  }

  fileprivate mutating func resume(_ id: HandlerID, _ effects: inout Effects) {
    guard let slot = slotsByID[id] else { return }
    slots[slot].isSuspended = false
    resume(slot, &effects)
  }
}
