internal import Lifebus
internal import LifebusHandlerText
internal import LifebusThreads
internal import Synchronization

/// Writes down what a run's bus does and what was posted on it, and makes a scenario of it at the end.
final class Recorder: Sendable {
  /// Calls that `lifebus check` plays.
  private static let callLimit = 100_000
  /// Lines and items of activity that are kept; a run with more is not recorded.
  private static let itemLimit = 1_000_000
  /// The longest line that `lifebus check` reads.
  private static let lineLimit = 1 << 20

  /// How often handlers get a moment: a machine may be busy with something else.
  private static let settlingLimit = 500

  /// How a run ended, as far as it matters for its recording.
  struct Ending: Sendable {
    let plans: [HandlerPlan]
    let standing: Snapshot
    let wasSignalled: Bool
    let grace: Duration
    /// What was not finished; of a durable handler there is no other word.
    let leftovers: [ShutdownReport.Leftover]
  }

  private struct State {
    var items: [Activity] = []
    var posts: [Post] = []
    var lost = 0
    /// True if there was anything of earlier runs.
    var hasHeritage = false
  }

  fileprivate struct Post {
    let line: EventLine
    let time: Duration
    let receipt: Receipt
    let disposition: Receipt.Disposition
  }

  private let file: RecordingFile
  private let state = Mutex(State())

  init(_ file: RecordingFile) {
    self.file = file
  }

  /// Starts reading.
  func start(_ activity: ActivityStream) -> Task<Void, Never> {
    let thread = ThreadExecutor(name: "lifebus-recorder")
    return Task.detached(executorPreference: thread) {
      defer { thread.close() }
      for await item in activity { self.take(item) }
    }
  }

  private func take(_ item: Activity) {
    state.withLock { state in
      if case .lost(let count) = item.kind { state.lost += count }
      guard item.subject?.isFromEarlierProcess != true else { return state.hasHeritage = true }
      if state.items.count < Self.itemLimit { state.items.append(item) } else { state.lost += 1 }
    }
  }

  /// Takes down a line that was posted.
  func note(_ line: EventLine, _ receipt: Receipt, at time: Duration) {
    let post = Post(line: line, time: time, receipt: receipt, disposition: receipt.disposition)
    state.withLock { state in
      if state.posts.count < Self.itemLimit { state.posts.append(post) } else { state.lost += 1 }
    }
  }

  /// Gives handlers a moment to begin what they may begin, and to end what is quickly done, before another line is posted: a
  /// scenario's calls begin at once.
  static func settle(_ bus: LifecycleBus) async {
    await letCallsBegin(bus)
    guard bus.snapshot().handlers.contains(where: { $0.state == .running }) else { return }
    _ = try? await bus.idle(within: .milliseconds(2))
    await letCallsBegin(bus)
  }

  private static func letCallsBegin(_ bus: LifecycleBus) async {
    for _ in 0..<settlingLimit {
      guard bus.isAboutToCall else { return }
      _ = try? await bus.idle(within: .milliseconds(20))
    }
  }

  // MARK: The end

  /// Writes the scenario, and says what it does not have.
  func finish(_ ending: Ending) throws(HostError) -> [String] {
    let state = state.withLock { $0 }
    do throws(HostError) {
      guard state.lost == 0 else { throw tooLong("more than \(Self.itemLimit) items of activity") }
      let scenario = scenario(state, ending)
      let text = scenario.text
      guard text.utf8.prefix(Self.lineLimit + 1).contains(UInt8(ascii: "\n")) else { throw tooLong("too many kinds of events") }
      try file.finish(text)
      return scenario.gaps
    } catch {
      file.discard()
      throw error
    }
  }

  private func scenario(_ state: State, _ ending: Ending) -> RecordedScenario {
    let gates = ending.plans.compactMap { plan in plan.policy.behind.map { (plan.id, $0.name) } }
    let chronicle = ChronicleReader(
      state.items, leftovers: ending.leftovers, lines: state.posts.map(\.posted),
      gates: Dictionary(gates, uniquingKeysWith: { $1 }),
      recordsShutdown: ending.wasSignalled
    ).chronicle
    var standing = RecordedScenario.Standing()
    standing.hasHeritage = state.hasHeritage
    standing.phase = ending.standing.phase
    standing.grace = ending.grace.roundedMilliseconds
    return RecordedScenario(file.scenario, chronicle, ending.plans, standing)
  }

  private func tooLong(_ what: String) -> HostError {
    HostError("the run is too long to be recorded: it has \(what)")
  }
}

extension Recorder.Post {
  fileprivate var posted: PostedLine {
    let isHeld = disposition == .waitingForLaunch
    let event: Receipt? = if case .phase = line.content { receipt.derived.first } else { receipt }
    let last = isHeld ? receipt.disposition : disposition
    // A scenario's report has no id: one that was found a duplicate at the launch is left out, as any other.
    let isDuplicateReport = last == .duplicate && line.isReport
    return PostedLine(
      line: line, time: Int(time / .milliseconds(1)), sequence: last == .accepted ? event?.sequence : nil,
      disposition: isDuplicateReport ? .duplicate : disposition)
  }
}

extension EventLine {
  fileprivate var isReport: Bool {
    if case .phase = content { true } else { false }
  }
}
