import AuthGate
import Foundation
import Lifebus
import LifebusTestKit
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// A store that exists and gives no session.
enum BadStore: String, CaseIterable {
  case folder, pipe, deadLink, empty, halfWritten, noJSON, list, noUser, emptyToken, numberAsToken, noTime, badTime, large

  func put(in folder: TemporaryFolder) throws {
    let whole = session("alice")
    switch self {
    case .folder: try folder.makeFolder("session.json")
    case .pipe: #expect(mkfifo(folder["session.json"], 0o600) == 0)
    case .deadLink: try folder.link("session.json", to: "not-there")
    case .empty: try folder.write("", to: "session.json")
    case .halfWritten: try folder.write(String(whole.dropLast(12)), to: "session.json")
    case .noJSON: try folder.write("ACCESS-SECRET", to: "session.json")
    case .list: try folder.write("[\(whole)]", to: "session.json")
    case .noUser: try folder.write(#"{"accessToken":"ACCESS-SECRET","expiresAt":"2099-01-01T00:00:00Z"}"#, to: "session.json")
    case .emptyToken: try folder.write(whole.replacing("ACCESS-SECRET", with: ""), to: "session.json")
    case .numberAsToken: try folder.write(whole.replacing(#""ACCESS-SECRET""#, with: "4242424242424242"), to: "session.json")
    case .noTime: try folder.write(#"{"user":"alice","accessToken":"ACCESS-SECRET"}"#, to: "session.json")
    case .badTime: try folder.write(session("alice", until: "ACCESS-SECRET"), to: "session.json")
    case .large: try folder.write(whole + String(repeating: " ", count: 70_000), to: "session.json")
    }
  }
}

@Suite(.timeLimit(.minutes(1))) struct UnreadableStoreTests {
  let folder: TemporaryFolder
  let clock = ManualClock()
  let talk = Talk()
  let plugin: AuthGatePlugin

  init() throws {
    folder = try TemporaryFolder()
    plugin = try AuthGatePlugin(
      options: .init(session: "session.json", limitSeconds: 600, retrySeconds: 2), context: PluginContext(folder, talk: talk),
      clock: clock,
      now: { .now })
  }

  @Test(arguments: BadStore.allCases)
  func `an unreadable store leaves the gate pending until it can be read`(store: BadStore) async throws {
    try store.put(in: folder)
    let bus = try await LifecycleBus.with(plugin)
    #expect(try await bus.deliver(Launch(cause: .user)) == ["auth-gate": .done])
    await clock.sleeps(1)
    #expect(bus.gate("auth-gate").current == .pending)
    clock.advance(by: .seconds(2))
    await clock.sleeps(2)
    #expect(bus.gate("auth-gate").current == .pending)
    #expect(talk.lines.count == 1, "the same trouble is told once")

    try folder.remove("session.json")
    try folder.write(session("alice"), to: "session.json")
    clock.advance(by: .seconds(2))
    #expect(try await bus.gate("auth-gate").verdict() == .open("alice"))
    await bus.shutdown()
    #expect(clock.sleeperCount == 0)
  }

  @Test func `an entry looks at once, and takes the place of the look that was to come`() async throws {
    try BadStore.halfWritten.put(in: folder)
    let bus = try await LifecycleBus.with(plugin)
    try await bus.deliver(Launch(cause: .user))
    await clock.sleeps(1)
    try folder.write(session("alice"), to: "session.json")
    try await bus.enter()
    #expect(bus.gate("auth-gate").current == .open("alice"))
    #expect(clock.sleeperCount == 0)
  }

  @Test(arguments: BadStore.allCases)
  func `an unreadable store changes no verdict that was given`(store: BadStore) async throws {
    try folder.write(session("alice"), to: "session.json")
    let bus = try await LifecycleBus.with(plugin)
    try await bus.deliver(Launch(cause: .user))
    try folder.remove("session.json")
    try store.put(in: folder)
    try await bus.enter()
    #expect(bus.gate("auth-gate").current == .open("alice"))
    await clock.sleeps(1)
    await bus.shutdown()
  }

  @Test func `looking again ends when the bus is shut down`() async throws {
    try BadStore.folder.put(in: folder)
    let bus = try await LifecycleBus.with(plugin)
    try await bus.deliver(Launch(cause: .user))
    await clock.sleeps(1)
    await bus.shutdown()
    #expect(clock.sleeperCount == 0)
    #expect(bus.gate("auth-gate").current == .pending)
  }

  @Test func `looking again ends when nobody has the bus any more`() async throws {
    try BadStore.folder.put(in: folder)
    do {
      let plugin = try AuthGatePlugin(
        options: .init(session: "session.json"), context: PluginContext(folder), clock: clock, now: { .now })
      let bus = try await LifecycleBus.with(plugin)
      try await bus.deliver(Launch(cause: .user))
      await clock.sleeps(1)
    }
    await clock.empties()
  }

  @Test func `the gate times out at its limit, and opens when the store can be read after all`() async throws {
    try BadStore.folder.put(in: folder)
    let busClock = ManualClock()
    let bus = LifecycleBus(clock: busClock)
    let plugin = try AuthGatePlugin(
      options: .init(session: "session.json", limitSeconds: 10), context: PluginContext(folder), clock: clock, now: { .now })
    try plugin.register(on: bus)
    try await bus.deliver(Launch(cause: .user))
    await clock.sleeps(1)
    await busClock.sleeps(1)
    busClock.advance(by: .seconds(10))
    #expect(try await bus.gate("auth-gate").verdict() == .timedOut)
    try folder.remove("session.json")
    try folder.write(session("alice"), to: "session.json")
    try await bus.enter()
    #expect(bus.gate("auth-gate").current == .open("alice"))
  }

  @Test(arguments: [nil] + BadStore.allCases)
  func `no token is in the log, an outcome, the activity or a snapshot`(store: BadStore?) async throws {
    if let store { try store.put(in: folder) } else { try folder.write(session("alice"), to: "session.json", mode: 0o644) }
    let bus = try await LifecycleBus.with(plugin)
    let activity = bus.activity
    let outcomes = try await bus.deliver(Launch(cause: .user))
    try await bus.enter()
    var told = talk.lines.joined(separator: "\n")
    dump(outcomes, to: &told)
    dump(bus.snapshot(), to: &told)
    dump(plugin, to: &told)
    await bus.shutdown()
    for await item in activity { dump(item.kind, to: &told) }
    #expect(told.contains("auth-gate"))
    #expect(!told.contains("SECRET") && !told.contains("4242424242424242"))
  }
}
