internal import Lifebus
internal import LifebusHandlerText
internal import LifebusJSON
internal import LifebusSystem
internal import LifebusThreads
internal import LifebusWire

/// A plugin that runs as a program of its own, as `PROTOCOL.md` of `LifebusPlugin` says.
///
/// | what happens | what becomes of the program |
/// |---|---|
/// | ``start()`` | it is started, and says what it wants |
/// | a delivery | it is sent, and answered |
/// | it ends, or does what is no part of the protocol | it is started again after a pause, within its budget |
/// | the budget is used up | the plugin is quarantined; a delivery after its release starts it again |
/// | ``reload()`` | when no call runs it is stopped, and another one is started |
/// | ``stop()`` | it is told to end, and ended if it does not |
actor ChildPlugin: LifecycleHandler {
  private enum State {
    /// Not started yet, or about to be started again.
    case down
    case up(ChildLink)
    /// Its budget is used up.
    case givenUp
    /// It is to run no more.
    case over
  }

  nonisolated let id: HandlerID
  private let program: ChildProgram
  nonisolated private let calls: ChildCalls
  private var state = State.down
  private var budget: RestartBudget
  private var registration: ChildRegistration?
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  private var lastWaiter = 0
  private var ends: [CheckedContinuation<Void, Never>] = []
  private(set) var restarts = 0

  init(_ program: ChildProgram) {
    id = program.name
    self.program = program
    calls = ChildCalls(program.name, log: program.log)
    budget = RestartBudget(program.limits)
  }

  // MARK: Starting

  /// Starts the program and hears what it wants.
  ///
  /// - Throws: Why the program cannot be started, or does not want to be.
  func start() async throws {
    while true {
      do {
        return try await launch()
      } catch let end as ChildEnded {
        guard let pause = budget.spend(at: program.now()) else { throw HostError("\(end); that was too often") }
        try await Task.sleep(for: pause)
      }
    }
  }

  /// Registers what the program wants.
  nonisolated func register(on bus: LifecycleBus) throws {
    calls.attach(bus)
    try calls.registration?.register(self, on: bus) { plugin, delivery in try await plugin.deliver(delivery) }
  }

  private func launch() async throws {
    let link = try program.start { [weak self, calls] link, event in
      switch event {
      case .line(let bytes): calls.take(bytes, from: link)
      case .talk(let text): calls.log(text)
      case .ended(let reason):
        calls.end(reason)
        Task { [weak self] in await self?.hasEnded(link, reason) }
      }
    }
    let answer = try await calls.answer(of: link, program.startLine, within: PluginSurroundings.answerLimit)
    let isNew = registration.map { $0.text != answer.text } ?? true
    registration = answer
    state = .up(link)
    link.send(PluginCommand.registered(committed: calls.committed).line)
    if isNew, calls.isRegistered, let bus = calls.bus { try register(on: bus) }
    wakeWaiters()
  }

  // MARK: Ends

  private func hasEnded(_ link: ChildLink, _ reason: String) {
    for end in ends { end.resume() }
    ends = []
    guard case .up(let current) = state, current === link else { return }
    state = .down
    program.log("\(reason)")
    restartLater(because: reason)
  }

  private func restartLater(because reason: String) {
    guard let pause = budget.spend(at: program.now()) else { return giveUp(reason) }
    restarts += 1
    Task {
      try? await Task.sleep(for: pause)
      await restart()
    }
  }

  private func restart() async {
    guard case .down = state else { return }
    do {
      try await launch()
    } catch {
      guard case .down = state else { return }
      program.log("\(error)")
      restartLater(because: "\(error)")
    }
  }

  private func giveUp(_ reason: String) {
    state = .givenUp
    let limits = program.limits
    calls.bus?.quarantine(
      id, because: "its program ended \(limits.restarts + 1) times in \(limits.window.brief); the last time, \(reason)")
    wakeWaiters()
  }

  // MARK: Deliveries

  private func deliver(_ delivery: Delivery<AnyEvent>) async throws {
    let link = try await ready()
    let time = program.time(at: delivery.time)
    try await calls.call(delivery, through: link, registration?.policy ?? Policy(), time: time)
  }

  /// The program, when it runs.
  private func ready() async throws -> ChildLink {
    while true {
      try Task.checkCancellation()
      switch state {
      case .up(let link): return link
      case .down: await untilChange()
      case .givenUp:
        // Somebody has released the plugin.
        budget.renew()
        state = .down
        await restart()
      case .over: throw CallCrashed("its program has ended")
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

  private func wakeWaiters() { for number in waiters.keys.sorted() { wakeWaiter(number) } }

  // MARK: Ending

  /// Has another program take the place of the one that runs, between two deliveries.
  ///
  /// - Throws: Why the other one does not start; then the plugin goes on being tried as after a crash.
  func reload() async throws {
    await calls.whenIdle()
    if case .up(let link) = state {
      state = .down
      await end(link)
    }
    budget.renew()
    do {
      try await launch()
    } catch {
      restartLater(because: "\(error)")
      throw error
    }
  }

  /// Tells the program to end, and ends it if it does not.
  func stop() async {
    guard case .up(let link) = state else { return state = .over }
    state = .over
    await end(link)
    program.leftovers.forget(id)
  }

  private func end(_ link: ChildLink) async {
    link.send(PluginCommand.stop.line)
    link.closeInput()
    let alarm = Task {
      try await Task.sleep(for: PluginSurroundings.endLimit)
      link.kill()
    }
    await withCheckedContinuation { ends.append($0) }
    alarm.cancel()
  }

  /// The process's id, while the program runs.
  var pid: Int32? {
    if case .up(let link) = state { link.pid } else { nil }
  }
}

/// A program has ended before it had said what it wants.
struct ChildEnded: Error, CustomStringConvertible {
  let description: String
}
