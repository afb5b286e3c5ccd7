internal import Lifebus

/// One process of a scenario: a bus with its handlers, until it dies.
final class PlayedProcess {
  let stage: Stage
  let bus: LifecycleBus
  private let scenario: Scenario
  private let handlers: [String: ScriptedHandler]
  private let activity: ActivityStream?
  private var reader: Pending<Void>?

  /// Begins a process: all handlers are registered but those that are late.
  init(
    _ scenario: Scenario, version: String, ledger: any PlayableLedger, executor: TestExecutor, recording: Recording,
    at time: Int,
    isObserved: Bool
  ) throws {
    let clock = ManualClock()
    clock.advance(to: ManualClock.Instant(.milliseconds(time)))
    stage = Stage(clock: clock, executor: executor, life: ProcessLife(), recording: recording)
    bus = try LifecycleBus(clock: clock, limits: Self.limits, executor: executor, ledger: ledger, version: version)
    handlers = Dictionary(uniqueKeysWithValues: scenario.handlers.map { [stage] in ($0.name, ScriptedHandler($0, on: stage)) })
    self.scenario = scenario
    activity = isObserved ? bus.activity : nil
    read()
    for (name, kinds) in scenario.reserved.sorted(by: { $0.key < $1.key }) {
      let policy = scenario.handler(named: name)?.policy ?? Policy()
      try bus.reserve(HandlerID(name), for: kinds.map(\.selector), policy: policy)
    }
    for handler in scenario.handlers where !scenario.late.contains(handler.name) { try register(handler.name) }
  }

  /// Ids are known for the process's life, and no activity is lost.
  private static let limits: Limits = {
    var limits = Limits()
    limits.rememberedIDAge = .milliseconds(2 * Fields.numberLimit)
    limits.rememberedIDs = Recording.callLimit * 10
    limits.activityBuffer = Recording.callLimit * 100
    return limits
  }()

  func register(_ name: String) throws {
    guard let handler = handlers[name], let script = scenario.handler(named: name) else { return }
    try bus.register(handler, policy: script.policy) { on in
      for (index, clause) in script.clauses.enumerated() { on.add(clause, at: index) }
    }
  }

  /// Lets everything happen that can happen at this instant.
  func settle() {
    stage.executor.runUntilEmpty()
    // The stream has ended with its bus, and still tells what comes too late.
    guard reader?.value != nil else { return }
    read()
    stage.executor.runUntilEmpty()
  }

  private func read() {
    guard let activity else { return }
    let pending = Pending<Void>()
    pending.task = Task.detached(executorPreference: stage.executor) { [stage] in
      for await activity in activity where !stage.life.isOver { stage.recording.take(activity, at: stage.now) }
      pending.value = .success(())
    }
    reader = pending
  }

  func shutDown(grace: Int) {
    _ = Task.detached(executorPreference: stage.executor) { [stage, bus] in
      let report = await bus.shutdown(grace: .milliseconds(grace))
      if !stage.life.isOver { stage.recording.shutDown(report, at: stage.now) }
    }
  }

  /// The process dies, which `note` tells the ledger: nothing of it counts any more, and whatever waits in it is let go.
  func die(_ note: () -> Void) {
    note()
    bus.vanish()
    stage.life.end()
    reader?.cancel()
    stage.clock.advance(by: .milliseconds(2 * Fields.numberLimit))
    stage.executor.runUntilEmpty()
  }
}
