internal import Lifebus
internal import LifebusHandlerText
internal import LifebusSystem
internal import LifebusWire

/// A plugin that runs as a program of its own, as `PROTOCOL.md` of `LifebusPlugin` says.
///
/// | what happens | what becomes of the program |
/// |---|---|
/// | ``start()`` | it is started, and says what it wants |
/// | a delivery | it is sent, and answered |
/// | it ends, or does what is no part of the protocol | it is started again after a pause, within its budget |
/// | the budget is used up, or it refuses to work | the plugin is quarantined; a delivery after its release starts it again |
/// | ``reload()`` | when no call runs it is stopped, and another one is started |
/// | ``stop()`` | it is told to end, and ended if it does not |
actor ChildPlugin: LifecycleHandler {
  enum State {
    /// Not started yet, or about to be started again.
    case down
    /// It has not said yet what it wants.
    case starting(ChildLink)
    case up(ChildLink)
    /// Another one is to take its place: it gets no more deliveries.
    case leaving(ChildLink)
    /// The plugin is quarantined.
    case givenUp
    /// It is to run no more; what has not ended yet of it.
    case over(ChildLink?)
  }

  nonisolated let id: HandlerID
  let program: ChildProgram
  nonisolated let calls: ChildCalls
  let thread: ChildThread
  var state = State.down
  var budget: RestartBudget
  /// How often it was started again.
  var restarts = 0
  private var registration: ChildRegistration?
  private var clock: WallClock
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  private var lastWaiter = 0
  /// True from the moment in which a delivery has its program until its call has ended.
  private var isDelivering = false
  private var idleWaiters: [CheckedContinuation<Void, Never>] = []

  /// Creates the plugin; starts nothing.
  ///
  /// - Throws: ``HostError`` if the host has too many open files.
  init(_ program: ChildProgram) throws(HostError) {
    do throws(SystemError) { thread = try ChildThread() } catch {
      throw HostError("'\(program.path)' cannot be started: \(error)")
    }
    id = program.name
    self.program = program
    calls = ChildCalls(program.name, log: program.log)
    budget = RestartBudget(program.limits)
    clock = program.clock
  }

  deinit { thread.close() }

  /// The program's process, while there is one.
  var link: ChildLink? {
    switch state {
    case .starting(let link), .up(let link), .leaving(let link): link
    case .over(let link): link
    case .down, .givenUp: nil
    }
  }

  /// The process's id, while the program runs.
  var pid: Int32? { link?.pid }

  // MARK: What it wants

  /// Registers what the program wants, which is told of it.
  func register(on bus: LifecycleBus) throws {
    calls.attach(bus)
    if let registration { try register(registration, on: bus) }
    if case .up(let link) = state { greet(link) }
  }

  /// The program has said what it wants, for the first time or again.
  func adopt(_ answer: ChildRegistration, of link: ChildLink) throws {
    let bus = calls.bus
    if let bus, registration?.text != answer.text { try register(answer, on: bus) }
    registration = answer
    state = .up(link)
    if bus != nil { greet(link) }
  }

  private func register(_ registration: ChildRegistration, on bus: LifecycleBus) throws {
    try registration.register(self, on: bus, runsOn: .executor(thread)) { plugin, delivery in try await plugin.deliver(delivery)
    }
  }

  private func greet(_ link: ChildLink) { link.send(PluginCommand.registered(committed: calls.committed).line) }

  // MARK: Deliveries

  private func deliver(_ delivery: Delivery<AnyEvent>) async throws {
    let link = try await ready()
    isDelivering = true
    defer { endDelivering() }
    try await calls.call(delivery, through: link, registration?.policy ?? Policy(), time: clock.text(at: delivery.time))
  }

  private func endDelivering() {
    isDelivering = false
    for waiter in idleWaiters { waiter.resume() }
    idleWaiters = []
  }

  /// Waits until no delivery has a program.
  func whenIdle() async {
    if isDelivering { await withCheckedContinuation { idleWaiters.append($0) } }
  }

  /// The program, when it runs.
  private func ready() async throws -> ChildLink {
    // Somebody has released the plugin.
    if case .givenUp = state { await tryAgain() }
    while true {
      try Task.checkCancellation()
      switch state {
      case .up(let link) where link.end == nil: return link
      case .up, .down, .starting, .leaving: await untilChange()
      case .givenUp, .over: throw CallCrashed("its program does not run")
      }
    }
  }

  private func untilChange() async {
    lastWaiter += 1
    let number = lastWaiter
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiters[number] = $0 }
    } onCancel: {
      Task { await self.wakeWaiter(number) }
    }
  }

  private func wakeWaiter(_ number: Int) { waiters.removeValue(forKey: number)?.resume() }

  /// Has those look again who wait for the program.
  func wakeWaiters() { for number in waiters.keys.sorted() { wakeWaiter(number) } }
}
