import AuthGate
import Foundation
import HTTPTestServer
import Lifebus
import LifebusTestKit
import TestSupport

/// A plugin with a token server, a store in a folder, a clock for its waits, and a calendar that stands still.
final class AuthStage: Sendable {
  static let now = Date(timeIntervalSince1970: 1_900_000_000)

  let folder: TemporaryFolder
  let clock = ManualClock()
  let talk = Talk()
  let server: TokenServer
  let plugin: AuthGatePlugin
  let bus: LifecycleBus

  /// Sets the stage; the session of `alice` with `REFRESH-1` ends so many seconds from now.
  init(
    ends: TimeInterval = -1, latch: Latch? = nil, store: (any SessionStore)? = nil,
    change: (inout AuthGatePlugin.Options) -> Void = { _ in }
  ) async throws {
    folder = try TemporaryFolder()
    server = try TokenServer(latch: latch)
    var options = AuthGatePlugin.Options(session: "session.json", retrySeconds: 2)
    options.tokenURL = server.address
    options.clientID = "lifebus app"
    // A busy machine is no bad server, and no reason to wait for no verdict.
    options.timeoutSeconds = 60
    options.limitSeconds = 600
    change(&options)
    plugin = try AuthGatePlugin(
      options: options, context: PluginContext(folder, talk: talk), store: store, clock: clock, now: { Self.now })
    bus = try await LifecycleBus.with(plugin)
    try put("alice", 1, ends: ends)
  }

  /// Writes a session.
  func put(_ user: String, _ number: Int, ends: TimeInterval = 3_600) throws {
    let end = Self.now.addingTimeInterval(ends).formatted(.iso8601)
    try folder.write(
      #"{"user":"\#(user)","accessToken":"ACCESS-\#(number)","refreshToken":"REFRESH-\#(number)","expiresAt":"\#(end)","theme":"dark"}"#,
      to: "session.json")
  }

  /// The verdict that stands.
  var verdict: Verdict { bus.gate("auth-gate").current }

  /// What is stored.
  var stored: String? { folder.text(at: "session.json") }

  /// All that the token server was asked.
  var asked: [TestRequest] { server.server.requests }

  @discardableResult
  func launch() async throws -> [HandlerID: Outcome] { try await bus.deliver(Launch(cause: .user)) }

  func token(insteadOf refused: String? = nil) async throws -> String {
    let refused = refused.map { AccessToken(secret: Secret($0), user: "alice") }
    return try await plugin.accessToken(insteadOf: refused).secret.text
  }
}
