import Lifebus
import LifebusSQLite
import LifebusTestKit
import TestSupport
import Testing

/// The bus on a ledger on SQLite, over several processes.
@Suite struct BusTests {
  actor Collector: LifecycleHandler {
    nonisolated let id: HandlerID = "log"
    private(set) var seen: [String] = []
    func note(_ text: String) { seen.append(text) }
  }

  struct Order: LifecycleEvent, Codable {
    static var name: String { "order" }
    let number: Int
    var onceKey: String? { "\(number)" }
  }

  private func bus(_ ledger: SQLiteLedger, _ collector: Collector, fails: Bool = false) throws -> LifecycleBus {
    let bus = try LifecycleBus(ledger: ledger, version: "1")
    try bus.register(collector, policy: Policy(durability: .atLeastOnce)) { on in
      on(Launch.self, once: .perInstall) { collector, _ in collector.note("install") }
      on(Order.self, once: .perKey) { collector, delivery in collector.note("order \(delivery.event.number)") }
    }
    return bus
  }

  @Test func `Once per install and per key hold in a later process, and an order in a type of its own is read again (L2, L4)`()
    async throws
  {
    let folder = try TemporaryFolder()
    let ledger = SQLiteLedger(at: folder["ledger"])
    var seen: [[String]] = []
    for numbers in [[1, 2], [2, 3]] {
      let collector = Collector()
      let bus = try bus(ledger, collector)
      bus.post(Launch())
      for number in numbers { _ = try await bus.publish(Order(number: number)).settled() }
      try await bus.idle()
      seen.append(await collector.seen)
      await bus.shutdown()
    }
    #expect(seen == [["install", "order 1", "order 2"], ["order 3"]])
  }
}
