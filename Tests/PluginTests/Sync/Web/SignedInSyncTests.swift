import AuthGate
import Foundation
import HTTPTestServer
import Lifebus
import Sync
import TestSupport
import Testing

/// The gate and the sync on one bus, with a token server and a server of contents.
@Suite(.timeLimit(.minutes(1))) struct SignedInSyncTests {
  static let paths = (1...6).map { "/\($0)" }

  /// Has the gate's plugin give its tokens to a sync of a server's resources.
  func addSync(of address: String, to stage: AuthStage) async throws {
    var options = SyncPlugin.Options(resources: Self.paths.map { address + $0 }, into: "mirror")
    options.authorize = [address]
    let sync = try SyncPlugin(options: options, context: PluginContext(stage.folder, tokens: stage.plugin))
    try await sync.start()
    try sync.register(on: stage.bus)
  }

  func nginx(for token: String, in site: TemporaryFolder) throws -> Nginx {
    for path in Self.paths { try site.write("secret", to: "www" + path) }
    return try Nginx(in: site.path, rules: #"if ($http_authorization != "Bearer \#(token)") { return 401; }"#)
  }

  @Test func `a launch with an expired session, six who ask and a sync lead to one refresh`() async throws {
    let (site, latch) = (try TemporaryFolder(), Latch())
    let nginx = try nginx(for: "ACCESS-2", in: site)
    let stage = try await AuthStage(latch: latch)
    try await addSync(of: nginx.address, to: stage)
    stage.bus.post(Launch(cause: .user))
    stage.bus.report(.active)
    let tokens = (1...6).map { _ in Task { try await stage.token() } }
    await stage.server.server.requests(1)
    latch.open()
    for token in tokens { #expect(try await token.value == "ACCESS-2") }
    try await stage.bus.idle()
    #expect(stage.asked.count == 1)
    #expect(try nginx.stop().map(\.description) == Self.paths.map { "\($0) 200 6" })
  }

  @Test func `a token that the server does not take is refreshed once for all`() async throws {
    let site = try TemporaryFolder()
    let nginx = try nginx(for: "ACCESS-2", in: site)
    let stage = try await AuthStage(ends: 3_600)
    try await addSync(of: nginx.address, to: stage)
    try await stage.launch()
    #expect(try await stage.bus.enter()["sync"] == .done)
    #expect(stage.asked.count == 1)
    #expect(try nginx.stop().map(\.status) == [401, 200, 200, 200, 200, 200, 200])
    #expect(stage.folder.files(in: "mirror/%user/alice+").count == 6)
  }

  @Test func `after a sign-out in a transfer there is neither a token nor a file of the user's`() async throws {
    let latch = Latch()
    let server = try TestServer { _ in TestAnswer([.head(200, length: 4), .text("ab"), .wait(latch), .text("cd")]) }
    let stage = try await AuthStage(ends: 3_600)
    try await addSync(of: server.address, to: stage)
    try await stage.launch()
    stage.bus.report(.active)
    await server.requests(1)
    try await stage.bus.deliver(Custom("auth-gate.signedOut"))
    try await stage.bus.idle()
    latch.open()
    #expect(stage.folder.files() == [] && server.requests.count == 1)
    await #expect(throws: TokenTrouble.signedOut("signed out")) { try await stage.token() }
  }

  @Test func `after a sign-out in the refresh that a sync asked for there is neither`() async throws {
    let latch = Latch()
    let server = try TestServer { _ in .reply(401) }
    let stage = try await AuthStage(ends: 3_600, latch: latch)
    try await addSync(of: server.address, to: stage)
    try await stage.launch()
    stage.bus.report(.active)
    await stage.server.server.requests(1)
    try await stage.bus.deliver(Custom("auth-gate.signedOut"))
    latch.open()
    try await stage.bus.idle()
    await stage.bus.shutdown()
    #expect(stage.folder.files() == [] && server.requests.count == 1)
  }
}
