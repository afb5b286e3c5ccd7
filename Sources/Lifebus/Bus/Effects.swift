/// What a step of the machine wants done when the lock is free again: no handler, continuation or clock is touched under it.
struct Effects {
  /// A delivery loop of one cell; of two loops of a cell the later one has the higher generation.
  struct Loop: Sendable {
    let cell: Cell
    let generation: Int
  }

  /// A look whether an actor answers while its handler's call runs, and whether the pool has a thread for it at all.
  struct Probe: Sendable {
    let cell: Cell
    let sequence: Int
  }

  /// A loop to start at once.
  var start: Loop?
  /// True: more loops are to be started, see ``Machine/takeStarts()``.
  var wakesDispatcher = false
  /// True: the ledger task is to run.
  var wakesLedger = false
  var wakesSynchronizing = false
  /// When to call ``Machine/advance(to:_:)``, if that is earlier than what was asked for before.
  var alarm: Duration?
  private var kept: Entry?
  /// What few steps want, in order.
  var actions: [Action] = []

  enum Action: Sendable {
    case cancel(Loop)
    case probe(Probe)
    case resume(@Sendable () -> Void)
    case handOn(any Relay)
    /// Kept until the lock is free: what an application's `deinit` does is not done under it.
    /// The bus is over: no alarm goes off any more.
    case closeTime
    case discard([any Sendable])
  }

  /// An event that may be freed when the lock is free again: its payload may be an application's object.
  mutating func keep(_ entry: Entry) {
    if kept == nil { kept = entry } else { actions.append(.discard([entry])) }
  }

  mutating func resume(_ body: @escaping @Sendable () -> Void) { actions.append(.resume(body)) }
}
