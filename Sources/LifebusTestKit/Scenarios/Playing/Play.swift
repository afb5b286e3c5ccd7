internal import Lifebus
internal import LifebusJSON

/// A scenario while it is played.
struct Play {
  /// Processes that one line may begin, each dead before the line could be applied.
  private static let rebirthLimit = 100

  private let scenario: Scenario
  private let isObserved: Bool
  private let ledger: any PlayableLedger
  private let recording: Recording
  private let callLimit: Int
  private let executor: TestExecutor
  private var version: String
  private var process: PlayedProcess?
  private var now = 0
  private var differences: [Difference] = []

  init(_ scenario: Scenario, on ledger: any PlayableLedger, seed: UInt64?, isObserved: Bool, callLimit: Int) {
    self.scenario = scenario
    self.ledger = ledger
    self.callLimit = callLimit
    recording = Recording(callLimit: callLimit)
    self.isObserved = isObserved
    executor = TestExecutor(seed: seed)
    version = scenario.version
  }

  // MARK: Lines

  mutating func apply(_ line: ScenarioLine) throws(ScenarioError) {
    try advance(to: line.at, line.number)
    if case .end(let end, let version) = line.action {
      recording.apply(line, at: now)
      die(end)
      self.version = version ?? self.version
    } else {
      let process = try begin(for: line)
      recording.apply(line, at: now)
      do { try perform(line, process) } catch { throw ScenarioError(line: line.number, "\(error)") }
      try settle(line.number)
    }
  }

  /// The process that lives, or a new one; what it does before the line may be its death, and then the line begins another.
  private mutating func begin(for line: ScenarioLine) throws(ScenarioError) -> PlayedProcess {
    for _ in 0..<Self.rebirthLimit {
      if let process { return process }
      do {
        process = try PlayedProcess(
          scenario, version: version, ledger: ledger, executor: executor, recording: recording, at: now, isObserved: isObserved)
      } catch { throw ScenarioError(line: 1, field: "handlers", "\(error)") }
      try settle(line.number)
    }
    throw ScenarioError(line: line.number, "\(Self.rebirthLimit) processes have died before the line could be applied")
  }

  private mutating func perform(_ line: ScenarioLine, _ process: PlayedProcess) throws {
    let bus = process.bus
    switch line.action {
    case .launch(let cause, let id): bus.post(Launch(cause: cause), id: id.map { EventID($0) })
    case .appear(let place, let id): bus.post(Appear(place.scope, scene: place.scene), id: id.map { EventID($0) })
    case .disappear(let place, let id): bus.post(Disappear(place.scope, scene: place.scene), id: id.map { EventID($0) })
    case .phase(let report, let scene, let reason): bus.report(report, scene: scene, reason: reason)
    case .custom(let post): bus.post(post.event, id: post.eventID)
    case .register(let name): try process.register(name)
    case .unregister(let name): bus.unregister(HandlerID(name))
    case .verdict(let gate, .some(let identity)): bus.gate(HandlerID(gate)).open(identity)
    case .verdict(let gate, .none): bus.gate(HandlerID(gate)).close()
    case .forget(let scope): bus.forget(scope)
    case .shutdown(let grace): process.shutDown(grace: grace)
    case .query(let phase, let gates): ask(line, phase, gates, bus.snapshot())
    case .end: break
    }
  }

  private mutating func ask(_ line: ScenarioLine, _ phase: Phase?, _ gates: [String: String], _ snapshot: Snapshot) {
    if let phase, phase != snapshot.phase {
      differences.append(
        Difference("line \(line.number).phase", .string(phase.rawValue), .string(snapshot.phase.rawValue)))
    }
    for (gate, verdict) in gates.sorted(by: { $0.key < $1.key }) {
      let current = snapshot.gates.first { $0.id.rawValue == gate }?.verdict ?? Verdict.pending.word
      guard current != verdict else { continue }
      differences.append(Difference("line \(line.number).gates.\(gate)", .string(verdict), .string(current), handler: gate))
    }
  }

  // MARK: Time

  private mutating func advance(to time: Int, _ line: Int) throws(ScenarioError) {
    let end = ManualClock.Instant(.milliseconds(time))
    while let clock = process?.stage.clock, let next = clock.nextWake, next <= end {
      clock.advance(to: next)
      now = max(now, process?.stage.now ?? now)
      try settle(line)
    }
    process?.stage.clock.advance(to: end)
    now = max(now, time)
  }

  private mutating func settle(_ line: Int) throws(ScenarioError) {
    process?.settle()
    if process?.stage.life.hasTrapped == true {
      recording.note("the process crashes: a call has trapped", at: now)
      die(.crashed)
    }
    if recording.isFull {
      throw ScenarioError(line: line, "there are more than \(callLimit) calls: does an event make itself come again?")
    }
  }

  private mutating func die(_ end: ProcessEnd) {
    process?.die { ledger.end(end) }
    process = nil
    recording.endProcess()
  }

  // MARK: The end

  mutating func finish() throws(ScenarioError) -> Playback {
    let last = scenario.lines.last?.number ?? 1
    while let next = process?.stage.clock.nextWake {
      try advance(to: max(now, Int((next.offset / .milliseconds(1)).rounded(.up))), last)
    }
    let phase = process?.bus.snapshot().phase ?? .background
    var record = recording.record
    for (handler, count) in record.running { record.outcomes[handler, default: [:]]["running"] = count }
    for (handler, count) in held where count > 0 { record.outcomes[handler, default: [:]]["held"] = count }
    die(.killed)
    let comparison = Comparison(scenario, record, phase: phase, isObserved: isObserved)
    return Playback(scenario, record, differences: differences + comparison.differences)
  }

  /// What waits at the end, by handler: in the process that lives, or in the ledger.
  private var held: [String: Int] {
    guard let process, !recording.isShutDown else {
      let left = (try? ledger.open(version: version))?.deliveries ?? [:]
      return Dictionary(uniqueKeysWithValues: left.map { ($0.key.rawValue, $0.value.count { $0.deadReason == nil }) })
    }
    return Dictionary(uniqueKeysWithValues: process.bus.snapshot().handlers.map { ($0.id.rawValue, $0.waiting) })
  }
}
