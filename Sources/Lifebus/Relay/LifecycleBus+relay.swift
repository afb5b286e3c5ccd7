extension LifecycleBus {
  /// Creates a bus for one handler whose events come from the bus of another process, which also keeps to the handler's policy.
  ///
  /// What is registered is called for what ``relay(_:)`` gives it and for nothing else: `once` and `keep`, retries, barriers,
  /// timeouts and the ledger are the other bus's. What is posted goes to the other bus, and has no outcomes here.
  package convenience init(relaying relay: any Relay) {
    self.init(core: Core(time: .real(), limits: Limits(), executor: nil, relaying: Relaying(relay: relay)))
  }

  /// Calls the handler for an event of the other bus's, after the call before it; false if no clause of it wants the event.
  package func relay(_ delivery: RelayedDelivery) -> Bool {
    core.step { machine, _, effects in machine.relay(delivery, &effects) }
  }

  /// Cancels the call for the event that was given last, as a timeout does; one that has not begun is not made.
  package func cancelRelayed() {
    core.step { machine, _, effects in machine.cancelRelayed(&effects) }
  }

  /// Says what the handler has last committed, in whatever process.
  package func setCommitted(_ value: [UInt8]?) {
    core.look { $0.setCommitted(value) }
  }
}
