import Lifebus
import LifebusSQLite

/// How long a bus takes to open the ledger.
struct RestartTime: Contender {
  let name = "a bus"
  private let ledger: KeyedLedger

  init(_ ledger: KeyedLedger) { self.ledger = ledger }

  func prepare() async throws { _ = try await ledger.folder() }

  func measure() async throws -> Double {
    let folder = try await ledger.folder()
    let clock = ContinuousClock()
    let start = clock.now
    let bus = try LifecycleBus(ledger: SQLiteLedger(at: folder), version: "1")
    let elapsed = start.duration(to: clock.now)
    await bus.shutdown()
    return elapsed / .milliseconds(1)
  }
}
