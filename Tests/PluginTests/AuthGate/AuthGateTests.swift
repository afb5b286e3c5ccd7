import AuthGate
import Foundation
import Lifebus
import LifebusTestKit
import Synchronization
import TestSupport
import Testing

@Suite struct AuthGateTests {
  let folder: TemporaryFolder
  let clock = ManualClock()
  let talk = Talk()

  init() throws {
    folder = try TemporaryFolder()
  }

  func plugin(
    _ options: AuthGatePlugin.Options = .init(session: "session.json"), now: @escaping @Sendable () -> Date = { .now }
  ) throws -> AuthGatePlugin {
    try AuthGatePlugin(options: options, context: PluginContext(folder, talk: talk), clock: clock, now: now)
  }

  func store(_ user: String, until time: String = "2099-01-01T00:00:00Z") throws {
    try folder.write(session(user, until: time), to: "session.json")
  }

  @Test func `a valid session opens the gate for its user`() async throws {
    try store("alice")
    let bus = try await LifecycleBus.with(try plugin())
    let outcomes = try await bus.deliver(Launch(cause: .user))
    #expect(outcomes == ["auth-gate": .done])
    #expect(bus.gate("auth-gate").current == .open("alice"))
    #expect(talk.lines.isEmpty)
  }

  @Test func `without a file nobody is signed in`() async throws {
    let bus = try await LifecycleBus.with(try plugin())
    bus.post(Launch(cause: .user))
    #expect(try await bus.gate("auth-gate").verdict() == .closed("signed out"))
  }

  @Test func `the session is in the plugin's own folder if no option says where`() async throws {
    try folder.write(session("alice"), to: "own/session.json")
    let bus = try await LifecycleBus.with(try plugin(.init()))
    bus.post(Launch(cause: .user))
    #expect(try await bus.gate("auth-gate").verdict() == .open("alice"))
  }

  @Test func `an expired session closes the gate and says since when`() async throws {
    try store("alice", until: "2020-01-01T02:00:00+02:00")
    let bus = try await LifecycleBus.with(try plugin())
    bus.post(Launch(cause: .user))
    #expect(try await bus.gate("auth-gate").verdict() == .closed("expired at 2020-01-01T00:00:00Z"))
  }

  @Test func `a session that expires closes the gate at the next entry`() async throws {
    try store("alice", until: "2030-01-01T00:00:00Z")
    let now = Mutex(Date(timeIntervalSince1970: 0))
    let bus = try await LifecycleBus.with(try plugin { now.withLock { $0 } })
    try await bus.deliver(Launch(cause: .user))
    #expect(bus.gate("auth-gate").current == .open("alice"))
    now.withLock { $0 = Date(timeIntervalSince1970: 4_000_000_000) }
    try await bus.enter()
    #expect(bus.gate("auth-gate").current == .closed("expired at 2030-01-01T00:00:00Z"))
  }

  @Test func `what one user left behind the gate is cut off at the sign-out and not given to the next`() async throws {
    try store("alice")
    let bus = try await LifecycleBus.with(try plugin())
    let (begun, signal) = AsyncStream<Void>.makeStream()
    let guest = Guest()
    try bus.register(guest, policy: Policy(behind: "auth-gate")) { on in
      on(Custom.self) { guest, delivery in
        guest.names.append(delivery.event.name)
        guard delivery.event.name == "hers" else { return }
        signal.yield()
        // Only the cancellation ends this wait.
        for await _ in AsyncStream<Void>.makeStream().stream {}
        try Task.checkCancellation()
      }
    }
    try await bus.deliver(Launch(cause: .user))
    let hers = [bus.post(Custom("hers")), bus.post(Custom("hers too"))]
    for await _ in begun { break }

    try folder.remove("session.json")
    try await bus.enter()
    #expect(bus.gate("auth-gate").current == .closed("signed out"))
    let nobodys = bus.post(Custom("nobody's"))

    try store("bob")
    try await bus.enter()
    #expect(bus.gate("auth-gate").current == .open("bob"))
    #expect(try await nobodys.settled() == ["guest": .done])
    for receipt in hers { #expect(try await receipt.settled() == ["guest": .skipped(.identityChanged)]) }
    #expect(await guest.names == ["hers", "nobody's"])
  }

  @Test func `a session of another user at an entry is a change of identity`() async throws {
    try store("alice")
    let bus = try await LifecycleBus.with(try plugin())
    try await bus.deliver(Launch(cause: .user))
    try store("bob")
    try await bus.enter()
    #expect(bus.gate("auth-gate").current == .open("bob"))
  }

  @Test func `a user whose name looks the same and has other bytes is another`() async throws {
    try store("caf\u{e9}")
    let bus = try await LifecycleBus.with(try plugin())
    try await bus.deliver(Launch(cause: .user))
    try store("cafe\u{301}")
    try await bus.enter()
    guard case .open(let identity) = bus.gate("auth-gate").current else { return #expect(Bool(false)) }
    #expect(identity.rawValue.utf8.elementsEqual("cafe\u{301}".utf8))
  }

  @Test func `a decision that another overtakes comes to nothing`() async throws {
    try store("alice")
    let bus = LifecycleBus()
    let plugin = try plugin { [weak bus] in
      bus?.gate("auth-gate").close("signed out by hand")
      return .now
    }
    try plugin.register(on: bus)
    try await bus.deliver(Launch(cause: .user))
    #expect(bus.gate("auth-gate").current == .closed("signed out by hand"))
  }

  @Test func `a store that others can read is told once`() async throws {
    try folder.write(session("alice"), to: "session.json", mode: 0o644)
    let bus = try await LifecycleBus.with(try plugin())
    try await bus.deliver(Launch(cause: .user))
    try await bus.enter()
    #expect(bus.gate("auth-gate").current == .open("alice"))
    #expect(talk.lines == ["session '\(folder["session.json"])' can be read by others: give it the mode 0600"])
  }

  @Test(arguments: [0, -1, .nan, .infinity, 1e9])
  func `seconds that make no sense are an error that names the option`(seconds: Double) throws {
    #expect(throws: AuthGateError.self) { try plugin(.init(limitSeconds: seconds)) }
    let error = #expect(throws: AuthGateError.self) { try plugin(.init(retrySeconds: seconds)) }
    #expect(error?.description.contains("option 'retrySeconds' of auth-gate is") == true)
  }
}

func session(_ user: String, until time: String = "2099-01-01T00:00:00Z") -> String {
  #"{"user": "\#(user)", "accessToken": "ACCESS-SECRET", "refreshToken": "REFRESH-SECRET", "expiresAt": "\#(time)"}"#
}
