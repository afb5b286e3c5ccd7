public import Lifebus

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes each event once, as a line of JSON in the form of CloudEvents 1.0, to a file that rotates.
///
/// | what happens | what the file has |
/// |---|---|
/// | an event | one more line, whole or not at all; if it cannot be written, the delivery has failed |
/// | the file would be larger than `maxBytes` | the file becomes `….1`, `….1` becomes `….2`, and so on up to `keep` |
/// | the process is started again | what it had, and what comes |
/// | the process was killed in the middle of a line | that piece is cut off at the next start |
///
/// All files together have at most `maxBytes` × (`keep` + 1) bytes, and one line. One process writes to a file at a time.
///
/// | on a bus with a ledger | what the files have |
/// |---|---|
/// | the process is killed, at any instant | each event of the ledger once, in order, under the id that it would have had |
/// | an earlier process has accepted the event | its line, with `fromEarlierProcess`, and the time at which it was accepted |
/// | an application's event is not `Codable` | no line: such an event is not accepted for durable handlers |
/// | the plugin is registered after the launch | no line of what came before |
/// | somebody moves, replaces or changes the file | what is there, and lines behind it; the log says so once |
///
/// The event that was being written when a process was killed has a second line if its file is moved before the next start.
/// Lines are brought to the disk when the plugin is stopped: after a loss of power the last ones may be missing, and be there
/// twice if the file had just rotated.
public actor AnalyticsLoggerPlugin: LifecyclePlugin {
  /// `analytics-logger`.
  public static let pluginID: HandlerID = "analytics-logger"

  private let file: LineFile
  private let marked: MarkedFile
  private let log: @Sendable (String) -> Void
  private let run = Mark.newRun()

  /// Creates the plugin; touches no file yet.
  ///
  /// - Throws: ``AnalyticsLoggerError`` for an option that makes no sense.
  public init(options: Options, context: PluginContext) throws {
    try self.init(options: options, context: context, faults: nil)
  }

  /// Creates a plugin that a test lets end in the middle of a line.
  package init(options: Options, context: PluginContext, faults: WriteFaults?) throws {
    file = LineFile(path: options.path(in: context), limits: try options.limits(), faults: faults)
    marked = MarkedFile(file, note: StartNote(path: context.folder + "/start"), newRun: run, log: context.log)
    log = context.log
  }

  /// Opens the file, and cuts off a line that is not whole.
  public func start() async throws {
    let cut = try file.open()
    if cut > 0 { log("'\(file.path)' ended in the middle of a line: its last \(cut) bytes are cut off") }
  }

  /// Registers the plugin for all events, on a thread of its own because it writes to a file; durable if the bus has a ledger.
  public nonisolated func register(on bus: LifecycleBus) throws {
    let calendar = Anchor(wall: Date().timeIntervalSince1970, bus: bus.now)
    guard bus.hasLedger else {
      try bus.register(self, policy: Policy(runsOn: .ownThread)) { on in
        on(AnyEvent.self) { logger, delivery in try logger.write(delivery, calendar) }
      }
      return
    }
    // A standing fact is in the ledger for whoever was there: it would be another line of the same event.
    try bus.register(self, policy: Policy(durability: .atLeastOnce, replay: .none, runsOn: .ownThread)) { on in
      on(AnyEvent.self) { logger, delivery in try logger.writeAndCommit(delivery, calendar) }
    }
  }

  /// Brings the file to the disk and closes it.
  public func stop() async {
    do {
      try file.close()
    } catch {
      log("\(error)")
    }
  }

  private func write(_ delivery: Delivery<AnyEvent>, _ calendar: Anchor) throws {
    try file.append(CloudEvent(delivery, run: run, time: calendar.milliseconds(at: delivery.time)).line())
  }

  private func writeAndCommit(_ delivery: Delivery<AnyEvent>, _ calendar: Anchor) throws {
    let time = calendar.milliseconds(at: delivery.time)
    delivery.commit(try marked.append(for: delivery) { run in try CloudEvent(delivery, run: run, time: time).line() })
  }
}
