internal import LifebusThreads

/// A bus for the events of an application's life.
///
/// ```swift
/// let bus = LifecycleBus()
/// try bus.register(Library()) { on in
///   on(FirstAppear.self, scope: "home", once: .perScope) { library, _ in try await library.load() }
/// }
/// bus.post(Launch(cause: .user))
/// bus.post(Appear("home"))
/// ```
///
/// The way of an event: `post` makes an entry; under one lock the machine publishes it (the sequencer derives what follows
/// from it, the log takes it) and says who is to be woken; each handler's delivery loop, on the handler's actor, asks the
/// machine for its next turn, calls the handler, and reports how the call ended; the machine records the outcome.
public final class LifecycleBus: Sendable {
  @usableFromInline let core: Core
  let companions = Companions()

  /// Creates a bus on real time.
  ///
  /// - Parameters:
  ///   - limits: The bounds of the bus.
  ///   - executor: Where handlers' calls run; nil, the default: on Swift's shared pool of threads.
  public init(limits: Limits = Limits(), executor: (any TaskExecutor)? = nil) {
    core = Core(time: .real(), limits: limits, executor: executor)
  }

  /// Creates a bus whose time is a clock's: all its limits and times follow it.
  ///
  /// - Parameters:
  ///   - clock: The clock.
  ///   - limits: The bounds of the bus.
  ///   - executor: Where handlers' calls run; nil, the default: on Swift's shared pool of threads.
  public init(clock: some Clock<Duration>, limits: Limits = Limits(), executor: (any TaskExecutor)? = nil) {
    core = Core(time: clock is ContinuousClock ? .real() : .of(clock, executor: executor), limits: limits, executor: executor)
  }

  /// Creates a bus on real time with a ledger, in which durable handlers' events and once-keys outlive the process.
  ///
  /// - Parameters:
  ///   - ledger: The ledger; no other bus may have it open.
  ///   - version: The build of the application, which `perVersion` keys and quarantine go by.
  ///   - opening: When the ledger is opened.
  ///   - limits: The bounds of the bus.
  ///   - executor: Where handlers' calls run; nil, the default: on Swift's shared pool of threads.
  /// - Throws: What the ledger throws when it is opened.
  public init(
    ledger: any Ledger, version: String, opening: LedgerOpening = .atOnce, limits: Limits = Limits(),
    executor: (any TaskExecutor)? = nil
  ) throws {
    core = Core(
      time: .real(), limits: limits, executor: executor, book: try Book(ledger, version: version, opening: opening))
  }

  /// Creates a bus whose time is a clock's, with a ledger.
  ///
  /// - Parameters:
  ///   - clock: The clock.
  ///   - limits: The bounds of the bus.
  ///   - executor: Where handlers' calls run; nil, the default: on Swift's shared pool of threads.
  ///   - ledger: The ledger; no other bus may have it open.
  ///   - version: The build of the application, which `perVersion` keys and quarantine go by.
  ///   - opening: When the ledger is opened.
  /// - Throws: What the ledger throws when it is opened.
  public init(
    clock: some Clock<Duration>, limits: Limits = Limits(), executor: (any TaskExecutor)? = nil, ledger: any Ledger,
    version: String, opening: LedgerOpening = .atOnce
  ) throws {
    core = Core(
      time: clock is ContinuousClock ? .real() : .of(clock, executor: executor), limits: limits, executor: executor,
      book: try Book(ledger, version: version, opening: opening))
  }

  /// True if the bus was made with a ledger: only then may handlers be durable, and clauses hold across processes.
  public var hasLedger: Bool { core.look { $0.hasLedger } }

  /// Tries at once to open a ledger that could not be opened yet; see ``LedgerOpening/whenPossible``.
  public func openLedger() {
    core.step { machine, now, effects in machine.tryToOpen(at: now, &effects) }
  }

  /// The value that a durable handler last committed, in this or an earlier process.
  public func committed(of handler: HandlerID) -> [UInt8]? { core.look { $0.book.contents.committed[handler] } }

  /// Ends the bus as a killed process does: nothing is stopped, ended or recorded any more.
  package func vanish() { core.vanish() }

  init(core: Core) {
    self.core = core
  }

  /// Abandons what was not shut down: nothing more is accepted, and what can still move is delivered.
  deinit { core.abandon() }

  /// The time since the bus was made, on its clock.
  public var now: Duration { core.time.now() }
}

// MARK: Events

extension LifecycleBus {
  /// Appends an event to the log and wakes whoever wants it; synchronous, and never waits.
  ///
  /// Events are published in the order of the calls. Before the launch they are held, in order.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - id: Its id; one that was accepted before is not delivered again, and the receipt is the first one's.
  /// - Returns: A receipt, which may be dropped.
  @inlinable @discardableResult
  public func post<Event: LifecycleEvent>(_ event: Event, id: EventID? = nil) -> Receipt {
    core.post(TypedEntry(event, given: id))
  }

  /// Appends an event to the log, and throws if the bus does not accept it; a duplicate is no error.
  ///
  /// It waits for room while a handler that wants the event has its capacity waiting, and its overflow is `wait`; a handler
  /// that is stuck or held keeps nobody waiting.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - id: Its id; one that was accepted before is not delivered again, and the receipt is the first one's.
  /// - Returns: A receipt, which may be dropped.
  /// - Throws: ``LifebusError/closed``, ``LifebusError/refused(_:)``; `CancellationError` if the calling task is cancelled
  ///   while it waits.
  @inlinable @discardableResult
  public func publish<Event: LifecycleEvent>(_ event: Event, id: EventID? = nil) async throws -> Receipt {
    try await core.publish(TypedEntry(event, given: id))
  }

  /// Reports the phase of one scene, from which the bus derives the application's; synchronous, and never waits.
  ///
  /// - Parameters:
  ///   - report: What the scene is now, or that it has ended.
  ///   - scene: The window.
  ///   - reason: A configuration change, with its return, is ignored.
  ///   - id: The id of the change of phase that may follow; a report whose id was accepted before changes nothing.
  /// - Returns: A receipt; if the application's phase changed, its ``Receipt/derived`` has the receipt of that change.
  @discardableResult
  public func report(
    _ report: SceneReport, scene: SceneID = .main, reason: ReportReason? = nil, id: EventID? = nil
  ) -> Receipt {
    core.post(ReportEntry(report, scene: scene, reason: reason, given: id))
  }

  /// Ends the memory that a scope has appeared: its next appearance is a first one, and its once-keys are free.
  public func forget(_ scope: Scope) {
    core.step { machine, _, _ in machine.forget(scope) }
    companions.forget(scope)
  }
}

// MARK: Handlers

extension LifecycleBus {
  /// Registers a handler, which the bus then keeps.
  ///
  /// The same name again replaces the handler, keeps its cursor and repeats nothing. A handler that is registered after the
  /// launch first gets the standing facts: the launch, and the current phase unless it is background.
  ///
  /// - Parameters:
  ///   - handler: The handler.
  ///   - policy: How it is treated.
  ///   - clauses: Says which events it wants, and what it does with each.
  /// - Returns: A token that can end the registration; dropping it ends nothing.
  /// - Throws: ``LifebusError/registration(_:)`` for what contradicts itself; ``LifebusError/closed``.
  @inlinable @discardableResult
  public func register<Handler: LifecycleHandler>(
    _ handler: Handler, policy: Policy = Policy(), _ clauses: (ClauseBuilder<Handler>) -> Void
  ) throws -> Registration {
    let builder = ClauseBuilder<Handler>()
    clauses(builder)
    let bodies = builder.bodies
    return try core.register(
      handler.id, policy: policy, traits: builder.traits, isOnMainActor: false,
      run: { start in await runDeliveryLoop(on: handler, bodies: bodies, start) },
      stop: { await handler.stop() }, probe: { await answer(on: handler) })
  }

  /// Registers an object of the main actor, such as a view's model, which the bus does not keep: when it is gone, the
  /// registration is.
  ///
  /// - Parameters:
  ///   - id: The handler's name.
  ///   - owner: The object that handles the events.
  ///   - policy: How it is treated.
  ///   - clauses: Says which events it wants, and what it does with each, on the main actor.
  /// - Returns: A token that can end the registration; dropping it ends nothing.
  /// - Throws: ``LifebusError/registration(_:)`` for what contradicts itself; ``LifebusError/closed``.
  @discardableResult
  public func register<Owner: AnyObject & Sendable>(
    _ id: HandlerID, owner: Owner, policy: Policy = Policy(), _ clauses: (MainActorClauseBuilder<Owner>) -> Void
  ) throws -> Registration {
    let builder = MainActorClauseBuilder<Owner>(owner: owner)
    clauses(builder)
    let bodies = builder.bodies
    return try core.register(
      id, policy: policy, traits: builder.traits, isOnMainActor: true,
      run: { start in await runDeliveryLoop(on: MainActor.shared, bodies: bodies, start) },
      stop: {}, probe: { await answer(on: MainActor.shared) })
  }

  /// Keeps the events of some kinds for a handler that is still to come, so that it misses none of them.
  ///
  /// When it is registered it first gets the standing facts of other kinds, then what was kept, in order, then live events. Its
  /// filters and its capacity apply from then on. Nothing happens if the name is registered or reserved already.
  ///
  /// - Parameters:
  ///   - id: The handler's name.
  ///   - kinds: The kinds to keep.
  ///   - policy: Of it, `behind` and `acrossIdentities` apply: whose the events are.
  /// - Throws: ``LifebusError/registration(_:)``, ``LifebusError/closed``.
  public func reserve(_ id: HandlerID, for kinds: [KindSelector], policy: Policy = Policy()) throws {
    try core.reserve(id, for: kinds, policy: policy)
  }

  /// Ends a handler's registration: what waits for it is `skipped(.ended)`, a call that runs ends as it ends.
  ///
  /// A gate that it owned keeps its verdict.
  public func unregister(_ id: HandlerID) {
    core.step { machine, now, effects in machine.unregister(id, now, &effects) }
  }
}

/// A handler's registration, as a token that can end it.
public struct Registration: Sendable {
  let core: Core
  /// Tells this registration from another one of the name.
  let number: Int

  /// The handler's name.
  public let handler: HandlerID

  /// Ends this registration; nothing happens if it has ended, or if another took its place.
  public func unregister() { core.unregister(handler, number) }
}

/// Runs on the actor as soon as its thread is free.
@usableFromInline
func answer(on actor: isolated some Actor) {}

// MARK: Gates

extension LifecycleBus {
  /// The gate of a handler, registered or still to come.
  public func gate(_ id: HandlerID) -> Gate { Gate(id: id, core: core) }
}
