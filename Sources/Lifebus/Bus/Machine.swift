/// The bus without its lock, its clock and its tasks: what every step does, and what is to be done after it.
///
/// The way of an event is in this file: ``accept(_:_:_:)``, `publish`, `append`. How a handler gets it is in
/// `Machine+Turns.swift`.
struct Machine: Sendable {
  let limits: Limits
  let isRealTime: Bool

  var log: Log
  var kinds = Kinds()
  var scopes = Scopes()
  var scenes = Scenes()
  var ids: KnownIDs
  var book: Book
  /// Set in a bus whose deliveries are another process's.
  var relaying: Relaying?
  /// Sessions and the stretches between them, counted as events are published.
  var session: Int32 = 1
  var isLaunched = false
  var waitingForLaunch: [Entry] = []
  /// The standing facts that a late handler is given.
  var launchFact: Entry?
  var phaseFact: Entry?

  var slots: [Slot] = []
  /// Of handlers that are registered or reserved.
  var slotsByID: [HandlerID: Int] = [:]
  /// Counts the registrations.
  var registrations = 0
  /// Slots whose handler is gone, with its last call.
  var freeSlots: [Int] = []
  /// The last registrations that have ended or were replaced, for receipts of what they had passed.
  var past = Deque<PastRegistration>()
  /// Names that were registered once: to come after one of these is to come after nobody.
  var gone: Set<HandlerID> = []
  /// What handlers that are gone had done once.
  var retired: [HandlerID: OnceMemory] = [:]
  /// Who has nothing left and no loop: a post wakes these, if they want its kind.
  var resting = SlotSet()
  /// Whose loops are to be run, in the order in which they were woken.
  var toStart = Deque<Int>()
  /// True from when a worker is to be started until it has come for its first loop.
  var isWorkerComing = false
  /// True if any handler has a capacity.
  var hasCapacities = false
  var roomWaiters: [RoomWaiter] = []

  var gates: [GateState] = []
  var gatesByID: [HandlerID: GateIndex] = [:]
  var owners: [Identity: OwnerID] = [:]
  /// True once the limits of gates run.
  var gateLimitsRun = false

  var readers: [ActivityReader] = []
  var nextReader = 0
  var settling: [ObjectIdentifier: Settling] = [:]
  var unpublished: [ObjectIdentifier: Settling] = [:]
  var idleWaiters: [IdleWaiter] = []
  var queue = LedgerQueue()
  /// Who waits until the ledger has an event, by its place in the log.
  var storeWaiters: [Int: [Waiter<Void>]] = [:]
  var shutdown = Shutdown()
  /// True when nobody has the bus any more.
  var isAbandoned = false

  /// The time of the latest step, which never goes back.
  var now = Duration.zero
  var nextAlarm: Duration?

  init(limits: Limits, isRealTime: Bool, book: Book = Book(), relaying: Relaying? = nil) {
    self.limits = limits
    self.isRealTime = isRealTime
    self.book = book
    self.relaying = relaying
    log = Log(base: book.contents.nextSequence)
    ids = KnownIDs(limit: limits.rememberedIDs, age: limits.rememberedIDAge)
  }

  /// The time of a step: two threads may read the clock in one order and get the lock in the other.
  mutating func tick(_ time: Duration) -> Duration {
    if time > now { now = time }
    return now
  }

  /// Takes in what was posted or reported.
  mutating func accept(_ entry: Entry, _ now: Duration, _ effects: inout Effects) {
    guard shutdown.isOpen else { return close(entry, &effects) }
    guard relaying == nil else { return relay(entry, &effects) }
    guard entry.family != .launch else { return launch(entry, now, &effects) }
    guard entry.given == nil || !isDuplicate(entry, &effects) else { return }
    guard isLaunched else { return hold(entry, &effects) }
    publish(entry, now, &effects)
  }

  private mutating func launch(_ entry: Entry, _ now: Duration, _ effects: inout Effects) {
    guard !isLaunched else {
      entry.note {
        $0.disposition = .duplicate
        $0.original = launchFact
      }
      return emit(.duplicate, entry, &effects)
    }
    if let problem = unresolvedDependency() {
      entry.note { $0.disposition = .refused(problem) }
      return emit(.refused(problem), entry, &effects)
    }
    isLaunched = true
    launchFact = entry
    linkAfter(&effects)
    append(entry, now, &effects)
    if (entry as? TypedEntry<Launch>)?.payload.cause == .user { runGateLimits(now, &effects) }
    let held = waitingForLaunch
    waitingForLaunch = []
    for waiting in held where !isDuplicate(waiting, &effects) {
      waiting.note { $0.disposition = .accepted }
      publish(waiting, now, &effects)
    }
    enrollUnpublished(&effects)
  }

  /// E6: judged when the event is posted, and again when what was held is published.
  private mutating func isDuplicate(_ entry: Entry, _ effects: inout Effects) -> Bool {
    guard let given = entry.given else { return false }
    let original = ids.first(given.id, now, &effects)
    guard original != nil || book.contents.ids.contains(given.id) else { return false }
    entry.note {
      $0.disposition = .duplicate
      $0.original = original ?? book.first(given.id)
    }
    emit(.duplicate, entry, &effects)
    return true
  }

  /// E2: what is posted before the launch.
  private mutating func hold(_ entry: Entry, _ effects: inout Effects) {
    guard waitingForLaunch.count < limits.heldBeforeLaunch else {
      let reason = "\(limits.heldBeforeLaunch) events wait for the launch already: post Launch, or raise heldBeforeLaunch"
      entry.note { $0.disposition = .refused(reason) }
      return emit(.refused(reason), entry, &effects)
    }
    entry.note { $0.disposition = .waitingForLaunch }
    waitingForLaunch.append(entry)
    emit(.waitingForLaunch, entry, &effects)
  }

  mutating func close(_ entry: Entry, _ effects: inout Effects) {
    entry.note { $0.disposition = .closed }
    emit(.closed, entry, &effects)
  }

  /// Derives what follows from the event, and appends both in their order.
  private mutating func publish(_ entry: Entry, _ now: Duration, _ effects: inout Effects) {
    // By the family first: casts that fail for nearly every event would cost more than all the rest.
    switch entry.family {
    case .phaseChanged:
      if let report = entry as? ReportEntry { publish(report, now, &effects) }
    case .appear:
      if let appear = entry as? TypedEntry<Appear> { publish(appear, now, &effects) }
    case .disappear:
      guard let place = (entry as? TypedEntry<Disappear>)?.payload.place, scenes.disappear(place) else {
        entry.note { $0.disposition = .dropped }
        return emit(.droppedDisappear, entry, &effects)
      }
      append(entry, now, &effects)
    case .launch, .firstAppear, .custom, .own, .any: append(entry, now, &effects)
    }
  }

  private mutating func publish(_ appear: TypedEntry<Appear>, _ now: Duration, _ effects: inout Effects) {
    let place = appear.payload.place
    scenes.appear(place)
    if scopes.appears(scopes.id(of: place.scope)) {
      let first = TypedEntry(FirstAppear(place), cause: log.tail + 1)
      appear.note { $0.derived.append(first) }
      append(first, now, &effects)
    }
    append(appear, now, &effects)
  }

  private mutating func publish(_ report: ReportEntry, _ now: Duration, _ effects: inout Effects) {
    guard let change = scenes.report(report.report, scene: report.scene, reason: report.reason) else {
      return report.note { $0.disposition = .dropped }
    }
    let changed = TypedEntry(change, given: report.given?.id)
    report.note { $0.derived.append(changed) }
    if change.isEntry { session += 1 }
    append(changed, now, &effects)
    if change.isExit { session += 1 }
    phaseFact = changed
    runGateLimits(now, &effects)
  }

  /// Appends the entry to the log and wakes whoever wants its kind and rests.
  private mutating func append(_ entry: Entry, _ now: Duration, _ effects: inout Effects) {
    entry.time = now
    entry.session = session
    number(entry)
    if hasCapacities, let reason = refusal(of: entry, &effects) {
      entry.note { $0.disposition = .refused(reason) }
      return emit(.refused(reason), entry, &effects)
    }
    if let given = entry.given { ids.remember(given.id, entry, now, &effects) }
    if book.ledger != nil { storeIfDurable(entry, &effects) }
    let endsChunk = log.append(entry)
    if !readers.isEmpty { announce(entry, &effects) }
    if !resting.isEmpty { wake(kinds.interests[Int(entry.kind)].slots, for: entry, &effects) }
    if hasCapacities { makeRoom(for: entry, &effects) }
    if endsChunk { trimLog(&effects) }
  }

  /// Gives an entry the small numbers by which cursors match it.
  mutating func number(_ entry: Entry) {
    entry.kind = kind(of: entry)
    guard let scope = entry.eventScope else { return }
    entry.scope = scopes.id(of: scope)
    entry.scopeName = scopes.nameID(of: scope.name)
  }

  private mutating func kind(of entry: Entry) -> KindID {
    guard entry.family == .custom, let custom = entry as? TypedEntry<Custom> else { return kinds.id(of: entry.type) }
    return kinds.id(ofCustom: custom.payload.name)
  }

  private mutating func announce(_ entry: Entry, _ effects: inout Effects) {
    emit(.accepted, entry, &effects)
    guard entry.family == .own || entry.family == .custom else { return }
    var isWanted = false
    kinds.interests[Int(entry.kind)].slots.forEach { slot in
      if !isWanted { isWanted = slots[slot].cell.match(entry) != nil }
    }
    if !isWanted, entry.notes?.keptFor.isEmpty ?? true { emit(.unhandled, entry, &effects) }
  }

  private mutating func wake(_ interested: SlotSet, for entry: Entry, _ effects: inout Effects) {
    // A durable handler is woken when the ledger has the event.
    let isUnstored = book.ledger != nil && entry.notes?.isUnstored == true
    for slot in resting.take(interested) {
      slots[slot].position = entry.sequence
      if !isUnstored || !isDurable(slot) { startLoop(slot, &effects) }
    }
  }

  mutating func forget(_ scope: Scope) {
    scopes.forget(scope)
  }
}
