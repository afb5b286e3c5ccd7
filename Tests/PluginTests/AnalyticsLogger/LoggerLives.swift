import AnalyticsLogger
import Lifebus
import LifebusLedgerFile
import LifebusSQLite
import TestSupport

/// The processes of one host with the logger, one after the other, on one file and one ledger.
final class LoggerLives: Sendable {
  /// An instant at which a process may be killed.
  enum Instant: Equatable, Sendable {
    case line(WriteFaults.Point)
    case ledger(FaultPoints.Point)
  }

  /// Which ledger the processes have.
  enum Kind: CaseIterable, Sendable { case memory, sqlite }

  let folder: TemporaryFolder
  let talk = Talk()
  let memory: MemoryLedger?
  private let options: AnalyticsLoggerPlugin.Options

  init(_ kind: Kind = .memory, in folder: TemporaryFolder? = nil, maxBytes: Int = 10_000, keep: Int = 100) throws {
    self.folder = try folder ?? TemporaryFolder()
    memory = kind == .memory ? MemoryLedger() : nil
    options = .init(file: "log", maxBytes: maxBytes, keep: keep)
  }

  /// One process: it posts events of these numbers, two at a time, and ends in order when all is done, or is killed at an instant
  /// that `fate` picks out of those that it reaches.
  ///
  /// - Returns: Where it was killed; nil if it was not.
  @discardableResult
  func live(
    _ numbers: some Sequence<Int> & Sendable = EmptyCollection<Int>(), killedAt fate: @escaping Fate = { _ in false }
  ) async throws -> Instant? {
    let life = Life(fate)
    let base = ledger(life)
    let ledger = MortalLedger(base)
    let plugin = try AnalyticsLoggerPlugin(
      options: options, context: PluginContext(folder, talk: talk),
      faults: WriteFaults { point in
        if life.isOver(at: .line(point)) { throw MortalLedger.Dead() }
      })
    try await plugin.start()
    let bus = try LifecycleBus(ledger: ledger, version: "1")
    life.begin(bus, ledger)
    try plugin.register(on: bus)
    bus.post(Launch(cause: .user))
    for number in numbers {
      bus.post(Custom("n", attributes: ["number": "\(number)"]), id: EventID("n\(number)"))
      // What is done comes to the ledger with the event after it.
      if number.isMultiple(of: 2) { try await bus.idle() }
    }
    try await bus.idle()
    if life.end == nil { await bus.shutdown() }
    await plugin.stop()
    ledger.drain()
    (base as? SQLiteLedger)?.vanish()
    return life.end
  }

  private func ledger(_ life: Life) -> any Ledger {
    memory
      ?? SQLiteLedger(
        at: folder["ledger"],
        faults: FaultPoints { point throws(SQLiteLedgerError) in
          if life.isOver(at: .ledger(point)) { throw SQLiteLedgerError(.other, "killed") }
        })
  }
}
