internal import LifebusThreads

/// A ledger in memory, which outlives a bus but not the program: for tests of what survives a process.
public final class MemoryLedger: Ledger {
  fileprivate struct State {
    var contents = LedgerContents()
    var version = ""
    var running: [HandlerID: RunningNote] = [:]
    /// What ran at the crash before, if the last process but one ended so, and in which version.
    var lastCrash: (version: String, running: [HandlerID: RunningNote])?
    var end: ProcessEnd?
    var isOpen = false
  }

  private let state = Lock(State())

  /// Creates an empty ledger.
  public init() {}

  /// Begins a process.
  public func open(version: String) throws -> LedgerContents {
    state.withLock { state in
      if state.isOpen { state.judge() }
      // A new build gets a new chance.
      if version != state.version { state.contents.quarantined = [:] }
      state.isOpen = true
      state.version = version
      state.end = nil
      state.running = [:]
      return state.contents
    }
  }

  /// Keeps changes.
  public func record(_ changes: [LedgerChange]) throws {
    state.withLock { state in
      for change in changes { state.apply(change) }
    }
  }

  /// Notes that the process has ended in order.
  public func close() throws {
    state.withLock { state in
      state.isOpen = false
      state.lastCrash = nil
      state.running = [:]
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
      for (handler, note) in running where last.running[handler] == note {
        contents.quarantined[handler] = "two processes in a row have crashed while it handled \(note)"
      }
    }
    lastCrash = running.isEmpty ? nil : (version, running)
  }

  mutating func apply(_ change: LedgerChange) {
    switch change {
    case .accept(let event, let handlers):
      contents.nextSequence = max(contents.nextSequence, event.sequence + 1)
      if let id = event.id { contents.ids.insert(id) }
      for (handler, owner) in handlers {
        contents.deliveries[handler, default: []].append(
          LedgerDelivery(event: event, owner: owner))
      }
    case .begin(let handler, let sequence, let attempt, let note, let owner):
      running[handler] = note
      update(handler, sequence) {
        $0.attempts = attempt
        $0.wasRunning = true
        $0.owner = owner
      }
    case .pause(let handler, let sequence, let failures):
      running[handler] = nil
      update(handler, sequence) {
        $0.failures = failures
        $0.wasRunning = false
      }
    case .end(let handler, let sequence, let value):
      contents.deliveries[handler]?.removeAll { $0.event.sequence == sequence }
      if let value { contents.committed[handler] = value }
    case .rest(let handler):
      running[handler] = nil
    case .useUp(let key):
      contents.keys.insert(key)
    }
  }

  private mutating func update(
    _ handler: HandlerID, _ sequence: Int, _ body: (inout LedgerDelivery) -> Void
  ) {
    guard let index = contents.deliveries[handler]?.firstIndex(where: { $0.event.sequence == sequence }) else { return }
    if var delivery = contents.deliveries[handler]?[index] {
      body(&delivery)
      contents.deliveries[handler]?[index] = delivery
    }
  }
}

extension RunningNote: CustomStringConvertible {
  /// The kind, and the scope's name.
  public var description: String { scope.map { "\(kind)(\($0))" } ?? kind }
}
