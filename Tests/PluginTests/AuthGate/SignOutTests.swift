import AuthGate
import Foundation
import HTTPTestServer
import Lifebus
import LifebusTestKit
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct SignOutTests {
  @Test func `a sign-out removes the session and closes the gate`() async throws {
    let stage = try await AuthStage(ends: 3_600)
    try await stage.launch()
    #expect(try await stage.bus.deliver(Custom("auth-gate.signedOut")) == ["auth-gate-session": .done])
    #expect(stage.verdict == .closed("signed out") && stage.folder.files().isEmpty)
    await #expect(throws: TokenTrouble.signedOut("signed out")) { try await stage.token() }
    #expect(try await stage.bus.deliver(Custom("auth-gate.signedOut")) == ["auth-gate-session": .done])
  }

  @Test(arguments: [-1.0, 30])
  func `a sign-out does not wait for a refresh, which then changes nothing`(ends: TimeInterval) async throws {
    let latch = Latch()
    let stage = try await AuthStage(ends: ends, latch: latch)
    let launch = stage.bus.post(Launch(cause: .user))
    let token = Task { try await stage.token() }
    await stage.server.server.requests(1)
    try await stage.bus.deliver(Custom("auth-gate.signedOut"))
    #expect(stage.verdict == .closed("signed out"))
    latch.open()
    _ = try await launch.settled()
    await #expect(throws: TokenTrouble.self) { try await token.value }
    #expect(stage.verdict == .closed("signed out") && stage.folder.files().isEmpty && stage.clock.sleeperCount == 0)
  }

  @Test func `a refresh that ends after another user came changes nothing of theirs`() async throws {
    let latch = Latch()
    let stage = try await AuthStage(latch: latch)
    let launch = stage.bus.post(Launch(cause: .user))
    await stage.server.server.requests(1)
    try stage.put("bob", 7)
    try await stage.bus.deliver(Custom("auth-gate.signedIn"))
    #expect(stage.verdict == .open("bob"))
    let bobs = stage.stored
    latch.open()
    _ = try await launch.settled()
    #expect(stage.verdict == .open("bob") && stage.stored == bobs)
    #expect(try await stage.token() == "ACCESS-7")
  }

  @Test func `a refusal that comes after another user came closes nothing`() async throws {
    let latch = Latch()
    let stage = try await AuthStage(latch: latch)
    stage.server.answers(.reply(401))
    let launch = stage.bus.post(Launch(cause: .user))
    await stage.server.server.requests(1)
    try stage.put("bob", 7)
    try await stage.bus.deliver(Custom("auth-gate.signedIn"))
    latch.open()
    _ = try await launch.settled()
    #expect(stage.verdict == .open("bob"))
  }

  @Test func `a session that is removed by hand during a refresh does not come back`() async throws {
    let latch = Latch()
    let stage = try await AuthStage(latch: latch)
    let launch = stage.bus.post(Launch(cause: .user))
    await stage.server.server.requests(1)
    try stage.folder.remove("session.json")
    latch.open()
    _ = try await launch.settled()
    #expect(stage.verdict == .pending && stage.folder.files().isEmpty)
    try await stage.bus.enter()
    #expect(stage.verdict == .closed("signed out"))
  }

  @Test func `a gate that is closed by hand during a refresh stays closed, and nothing is stored`() async throws {
    let latch = Latch()
    let stage = try await AuthStage(latch: latch)
    let before = stage.stored
    let launch = stage.bus.post(Launch(cause: .user))
    await stage.server.server.requests(1)
    stage.bus.gate("auth-gate").close("by hand")
    latch.open()
    _ = try await launch.settled()
    #expect(stage.verdict == .closed("by hand") && stage.stored == before && stage.folder.files() == ["session.json"])
  }

  @Test func `an entry during a refresh joins it`() async throws {
    let latch = Latch()
    let stage = try await AuthStage(ends: 30, latch: latch)
    let token = Task { try await stage.token() }
    await stage.server.server.requests(1)
    let launch = stage.bus.post(Launch(cause: .user))
    #expect(try await stage.bus.gate("auth-gate").verdict() == .open("alice"))
    latch.open()
    #expect(try await token.value == "ACCESS-2")
    _ = try await launch.settled()
    #expect(stage.asked.count == 1 && stage.stored?.contains("REFRESH-2") == true)
  }

  @Test func `a shutdown waits for a refresh, and its token is stored`() async throws {
    let latch = Latch()
    let stage = try await AuthStage(ends: 30, latch: latch)
    let token = Task { try await stage.token() }
    await stage.server.server.requests(1)
    let shutdown = Task { await stage.bus.shutdown(grace: .seconds(30)) }
    latch.open()
    _ = await shutdown.value
    #expect(try await token.value == "ACCESS-2")
    #expect(stage.stored?.contains("REFRESH-2") == true)
  }

  /// A store that takes nothing as long as it is told so.
  final class FullStore: SessionStore {
    let bytes: Mutex<[UInt8]?>
    let isFull = Mutex(true)
    let name = "session in memory"

    init(_ text: String) { bytes = Mutex(Array(text.utf8)) }

    func read() -> SessionContent { bytes.withLock { $0.map { .bytes($0, isPrivate: true) } ?? .absent } }

    func replace(_ old: [UInt8], with new: [UInt8]) throws(StoreTrouble) -> Bool {
      try check()
      return bytes.withLock { bytes in
        guard bytes == old else { return false }
        bytes = new
        return true
      }
    }

    func remove() throws(StoreTrouble) {
      try check()
      bytes.withLock { $0 = nil }
    }

    private func check() throws(StoreTrouble) {
      if isFull.withLock({ $0 }) { throw StoreTrouble(reason: "No space left on device") }
    }
  }

  static let expired = #"{"user":"alice","accessToken":"A","refreshToken":"REFRESH-1","expiresAt":"2020-01-01T00:00:00Z"}"#

  @Test func `a new session that cannot be stored is no verdict, and is not lost`() async throws {
    let store = FullStore(Self.expired)
    let stage = try await AuthStage(store: store)
    try await stage.launch()
    #expect(stage.verdict == .pending && stage.talk.lines[0].contains("cannot be written: No space left on device"))
    store.isFull.withLock { $0 = false }
    await stage.clock.sleeps(1)
    stage.clock.advance(by: .seconds(3))
    #expect(try await stage.bus.gate("auth-gate").verdict() == .open("alice"))
    #expect(stage.asked.count == 1)
    #expect(try await stage.token() == "ACCESS-2")
  }

  @Test func `a sign-out that cannot remove the session closes the gate for good, and fails`() async throws {
    let store = FullStore(Self.expired.replacing("2020", with: "2099"))
    let stage = try await AuthStage(store: store)
    try await stage.launch()
    #expect(stage.verdict == .open("alice"))
    #expect(try await stage.bus.deliver(Custom("auth-gate.signedOut"))["auth-gate-session"]?.word == "failed")
    try await stage.bus.enter()
    #expect(stage.verdict == .closed("signed out"))
  }
}
