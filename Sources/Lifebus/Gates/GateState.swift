typealias GateIndex = Int

/// A small number for each identity, so that each waiting event can say whose it is; nobody is 0.
typealias OwnerID = Int32

/// A gate as the machine keeps it: its verdict, since when, and how long it may stay pending.
struct GateState {
  let id: HandlerID
  var options: GateOptions?
  private(set) var verdict = Verdict.pending
  private(set) var since = Duration.zero
  /// Counts the verdicts: a decision that was begun before the latest of them comes to nothing.
  private(set) var stamp = 0
  /// Who is in; nobody while the gate is not open.
  private(set) var owner: OwnerID = 0
  /// When the gate is timed out, once that is known.
  var deadline: Duration?
  var waiters: [Waiting] = []

  /// One task that waits for the first verdict.
  struct Waiting: Sendable {
    let waiter: Waiter<Verdict>
    let deadline: Duration?
  }

  init(_ id: HandlerID) {
    self.id = id
  }

  /// True if a handler that owns it was registered.
  var isOwned: Bool { options != nil }

  var isOpen: Bool {
    if case .open = verdict { true } else { false }
  }

  /// True if who waits has an answer, and it is not "come in".
  var isShutWithVerdict: Bool {
    switch verdict {
    case .closed, .timedOut: true
    case .pending, .open: false
    }
  }

  mutating func set(_ verdict: Verdict, owner: OwnerID, _ now: Duration) {
    if verdict != .timedOut { stamp += 1 }
    self.verdict = verdict
    self.owner = owner
    since = now
    deadline = nil
  }
}
