internal import Lifebus
internal import LifebusSystem
internal import LifebusThreads
internal import LifebusWire

/// What the host says, taken in line by line on the thread that reads it: a delivery is on its way to the handler when the
/// next line is read.
final class Conversation: Sendable {
  /// How far the two are.
  private enum Stage: Sendable {
    case waiting
    case settingUp
    case running(RunningPlugin)
  }

  /// What is not done on the reader's thread, since it takes time.
  private enum Milestone: Sendable {
    case start(PluginCommand.Start)
    case end(Ending)
  }

  private let outbox: Outbox
  private let stage = Lock(Stage.waiting)
  private let milestones: AsyncStream<Milestone>
  private let reach: AsyncStream<Milestone>.Continuation

  init(_ outbox: Outbox) {
    self.outbox = outbox
    (milestones, reach) = AsyncStream.makeStream()
  }

  /// The plugin's bus, once it is registered.
  var bus: LifecycleBus? {
    if case .running(let plugin) = stage.withLock({ $0 }) { plugin.bus } else { nil }
  }

  /// Has the plugin set up when the host says so, and waits for the end of it all, whether that is done or not.
  func ending(_ setUp: @escaping @Sendable (PluginCommand.Start) async -> Void) async -> Ending {
    for await milestone in milestones {
      switch milestone {
      case .start(let start): Task { await setUp(start) }
      case .end(let ending): return ending
      }
    }
    return .gone
  }

  /// Says that it is over; only the first reason counts.
  func end(_ ending: Ending) { reach.yield(.end(ending)) }

  /// The plugin is registered: deliveries may come.
  func begin(_ bus: LifecycleBus, _ answers: Answers) {
    stage.withLock { $0 = .running(RunningPlugin(bus: bus, answers: answers)) }
  }

  /// Takes in a line of the host's.
  func take(_ line: LineSplitter.Line) {
    do throws(WireError) {
      guard let bytes = line.bytes else { throw .malformed("the line is too long") }
      try obey(try PluginCommand(bytes))
    } catch {
      refuse(line.number, error)
    }
  }

  private func obey(_ command: PluginCommand) throws(WireError) {
    switch (command, stage.withLock { $0 }) {
    case (.start(let start), .waiting):
      stage.withLock { $0 = .settingUp }
      reach.yield(.start(start))
    case (.registered(let committed), .running(let plugin)): plugin.setCommitted(committed)
    case (.deliver(let delivery), .running(let plugin)): try plugin.deliver(delivery)
    case (.cancel(let number), .running(let plugin)): plugin.cancel(number)
    case (.stop, _): end(.stop)
    default: throw .malformed("it comes out of turn")
    }
  }

  private func refuse(_ number: Int, _ error: WireError) {
    switch error {
    case .otherVersion(let version):
      let host = version.map { "version \($0)" } ?? "none that it names"
      outbox.send(.refusal("the plugin speaks version \(Wire.version) of the protocol, the host \(host): build both anew"))
      end(.otherVersion)
    case .malformed(let problem): end(.nonsense("line \(number) of the host's: \(problem)"))
    }
  }
}
