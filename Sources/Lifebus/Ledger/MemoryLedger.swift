internal import LifebusThreads

/// A ledger in memory, which outlives a bus but not the program: for tests of what survives a process.
public final class MemoryLedger: Ledger {
  fileprivate struct State {
    var contents = LedgerContents()
    /// What durable handlers have left, by handler and event.
    var deliveries: [HandlerID: [Int: LedgerDelivery]] = [:]
    /// The deliveries that are noted as done and were not recorded since.
    var noted: [HandlerID: Set<Int>] = [:]
    var keys: Set<LedgerKey> = []
    var version = ""
    var running: [HandlerID: LedgerRun] = [:]
    /// What ran at the crash before, if the last process but one ended so, and in which version.
    var lastCrash: (version: String, running: [HandlerID: RunningNote])?
    var end: ProcessEnd?
    var isOpen = false
  }

  private let state = Lock(State())

  /// Creates an empty ledger.
  public init() { state.withLock { $0.contents.identity = Book.newIdentity() } }

  /// Begins a process.
  public func open(version: String) throws -> LedgerContents {
    state.withLock { state in
      if state.isOpen { state.judge() }
      // A new build gets a new chance.
      if version != state.version { state.contents.quarantined = [:] }
      state.takeOverRuns()
      state.isOpen = true
      state.version = version
      state.end = nil
      state.contents.deliveries = state.deliveries.mapValues { $0.values.sorted { $0.event.sequence < $1.event.sequence } }
      state.contents.fingerprints = state.keys.map(\.fingerprint)
      return state.contents
    }
  }

  /// Keeps changes.
  public func record(_ changes: [LedgerChange]) throws {
    state.withLock { state in
      for change in changes { state.apply(change) }
    }
  }

  /// Whether a once-key is used up.
  public func holds(_ key: LedgerKey) throws -> Bool { state.withLock { $0.keys.contains(key) } }

  /// Notes what a handler's call runs for.
  public func note(_ run: LedgerRun?, of handler: HandlerID) {
    state.withLock { $0.running[handler] = run }
  }

  /// Keeps that a delivery is done.
  public func noteDone(_ handler: HandlerID, sequence: Int, committing value: [UInt8]?) -> Bool {
    state.withLock { state in
      state.apply(.end(handler, sequence: sequence, outcome: Outcome.done.word, committing: value))
      state.noted[handler, default: []].insert(sequence)
    }
    return true
  }

  /// Notes that the process has ended in order.
  public func close() throws {
    state.withLock { state in
      state.takeOverRuns()
      state.isOpen = false
      state.lastCrash = nil
    }
  }

  /// Notes how the process ends that ends without an ending of its own.
  package func note(_ end: ProcessEnd) {
    state.withLock { if $0.isOpen { $0.end = end } }
  }
}

extension MemoryLedger.State {
  /// L5: judges how the last process ended.
  mutating func judge() {
    guard end == .crashed else { return lastCrash = nil }
    if let last = lastCrash, last.version == version {
      for (handler, run) in running where !run.isOver && last.running[handler] == run.note {
        contents.quarantined[handler] = "two processes in a row have crashed while it handled \(run.note)"
      }
    }
    let running = running.filter { !$0.value.isOver }
    lastCrash = running.isEmpty ? nil : (version, running.mapValues(\.note))
  }

  /// What ran when the process ended was begun, and has not ended.
  mutating func takeOverRuns() {
    for (handler, run) in running {
      update(handler, run.sequence) {
        $0.attempts = run.attempt
        $0.wasRunning = true
      }
    }
    (running, noted) = ([:], [:])
  }

  mutating func apply(_ change: LedgerChange) {
    switch change {
    case .accept(let event, let handlers):
      contents.nextSequence = max(contents.nextSequence, event.sequence + 1)
      if let id = event.id { contents.ids.insert(id) }
      for (handler, owner) in handlers {
        deliveries[handler, default: [:]][event.sequence] = LedgerDelivery(event: event, owner: owner)
      }
    case .claim(let handler, let sequence, let owner, let isOnly):
      update(handler, sequence) {
        $0.owner = owner
        if isOnly { $0.wasRunning = true }
      }
    case .pause(let handler, let sequence, let attempts, let failures):
      update(handler, sequence) {
        $0.attempts = attempts
        $0.failures = failures
        $0.wasRunning = false
      }
    case .end(let handler, let sequence, _, let value):
      // What was noted is not kept once more: the handler may have committed something newer.
      guard noted[handler]?.remove(sequence) == nil else { return }
      deliveries[handler]?[sequence] = nil
      if let value { contents.committed[handler] = value }
    case .bury(let handler, let sequence, let reason): update(handler, sequence) { $0.deadReason = reason }
    case .redrive(let handler, let sequence):
      update(handler, sequence) { $0 = LedgerDelivery(event: $0.event, owner: $0.owner) }
    case .useUp(let key): keys.insert(key)
    case .release(let handler): contents.quarantined[handler] = nil
    case .forget(let handler):
      deliveries[handler] = nil
      contents.committed[handler] = nil
      contents.interests[handler] = nil
    case .attend(let handler, let interest): contents.interests[handler] = interest
    }
  }

  private mutating func update(
    _ handler: HandlerID, _ sequence: Int, _ body: (inout LedgerDelivery) -> Void
  ) {
    guard var delivery = deliveries[handler]?[sequence] else { return }
    body(&delivery)
    deliveries[handler]?[sequence] = delivery
  }
}
