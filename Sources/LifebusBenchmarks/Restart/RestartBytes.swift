import Lifebus
import LifebusSQLite

/// What an open bus has in memory for each key.
actor RestartBytes: Contender {
  nonisolated let name = "a bus"
  private let ledger: KeyedLedger
  /// Before any bus had the ledger open: what one has held is freed some time after its shutdown.
  private var start = 0.0

  init(_ ledger: KeyedLedger) { self.ledger = ledger }

  func prepare() async throws {
    try LiveBytes.require()
    start = LiveBytes.now
    _ = try await ledger.folder()
  }

  func measure() async throws -> Double {
    let bus = try LifecycleBus(ledger: SQLiteLedger(at: await ledger.folder()), version: "1")
    let bytes = LiveBytes.now - start
    await bus.shutdown()
    return bytes / Double(ledger.keys)
  }
}
