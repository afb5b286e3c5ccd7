import Lifebus
import Sync
import TestSupport
import Testing

/// The sync on a bus with a ledger, over two processes.
@Suite struct SyncLedgerTests {
  let folder: TemporaryFolder
  let ledger = MemoryLedger()

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("one", to: "content/a.txt")
  }

  func bus(_ resources: [String], onLine: @escaping @Sendable (String) -> Void = { _ in }) async throws -> LifecycleBus {
    let context = PluginContext(folder, onLine: onLine)
    let plugin = try SyncPlugin(options: .init(resources: resources, into: "mirror"), context: context)
    return try await .with(plugin, ledger: ledger)
  }

  /// A process that is killed in its first run, when that says that a resource is missing; then the source changes.
  func killInRun() async throws {
    let killer = Killer()
    let bus = try await bus(["content", "gone"]) { _ in killer.kill() }
    killer.aim(at: bus)
    bus.post(Launch(cause: .user))
    bus.report(.active)
    await killer.death()
    try folder.write("two", to: "content/a.txt")
  }

  @Test func `an entry of an earlier process starts no run, and ends as expired`() async throws {
    try await killInRun()
    let bus = try await bus(["content"])
    bus.post(Launch(cause: .user))
    try await bus.idle()
    #expect(folder.text(at: "mirror/content/a.txt") == "one")
    #expect(bus.snapshot().handlers.first?.counts == ["expired": 1])
  }

  @Test func `the entry after a killed run is mirrored`() async throws {
    try await killInRun()
    let bus = try await bus(["content"])
    bus.post(Launch(cause: .user))
    #expect(try await bus.enter()["sync"] == .done)
    #expect(folder.text(at: "mirror/content/a.txt") == "two")
    await bus.shutdown()
    #expect(try ledger.open(version: "1").deliveries["sync"]?.isEmpty != false)
  }

  @Test func `an entry that waits behind a closed gate when the process ends starts no run in the next`() async throws {
    let first = try await bus(["content"])
    try first.register(Guest(name: "auth-gate"), policy: Policy(gate: GateOptions())) { on in
      on(Launch.self) { _, delivery in delivery.gate?.close("signed out") }
    }
    first.post(Launch(cause: .user))
    first.report(.active)
    try await first.idle()
    first.vanish()
    let second = try await bus(["content"])
    second.post(Launch(cause: .user))
    try await second.idle()
    #expect(folder.files(in: "mirror") == [])
  }
}
