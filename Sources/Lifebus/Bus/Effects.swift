/// What a step of the machine wants done when the lock is free again: no handler, continuation or clock is touched under it.
struct Effects {
  /// A look whether an actor answers while its handler's call runs, and whether the pool has a thread for it at all.
  struct Probe: Sendable {
    let cell: Cell
    let sequence: Int
  }

  /// True: a worker is to be started for the loops that are to run.
  var wantsWorker = false
  /// True: the ledger task is to run.
  var wakesLedger = false
  var wakesSynchronizing = false
  /// When to call ``Machine/advance(to:_:)``, if that is earlier than what was asked for before.
  var alarm: Duration?
  private var kept: Entry?
  /// What few steps want, in order.
  var actions: [Action] = []

  enum Action: Sendable {
    case cancel(Worker)
    case probe(Probe)
    case resume(@Sendable () -> Void)
    case handOn(any Relay)
    /// A loop is to run on the handler's own executor.
    case run(Start)
    /// The bus is over: no alarm goes off any more.
    case closeTime
    /// Kept until the lock is free: what an application's `deinit` does is not done under it.
    case discard([any Sendable])
  }

  /// An event that may be freed when the lock is free again: its payload may be an application's object.
  mutating func keep(_ entry: Entry) {
    if kept == nil { kept = entry } else { actions.append(.discard([entry])) }
  }

  mutating func resume(_ body: @escaping @Sendable () -> Void) { actions.append(.resume(body)) }
}
