import HTTPTestServer
import Lifebus
import Sync
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct AuthorizedSyncTests {
  let tokens = Tokens()

  /// A server that gives each token what is its own.
  func server() throws -> TestServer {
    try TestServer { request in
      .reply(200, "for \(request.headers["authorization"] ?? "anybody")", headers: ["ETag": #""1""#])
    }
  }

  func stage(
    _ resources: [String], in folder: TemporaryFolder? = nil, tokens: Tokens? = nil, user: Identity? = "alice",
    authorize: [String]
  ) async throws -> SyncStage {
    try await SyncStage(
      resources, in: folder, tokens: tokens ?? self.tokens, user: user, change: { $0.authorize = authorize })
  }

  @Test func `a token goes to the origins that are named, and to no other`() async throws {
    let (named, other) = (try server(), try server())
    let stage = try await stage([other.address + "/a", named.address + "/a"], authorize: [named.address])
    #expect(try await stage.run().outcome == .done)
    #expect(named.requests.map { $0.headers["authorization"] } == ["Bearer ALICE-1"])
    #expect(other.requests.map { $0.headers["authorization"] } == [nil])
    #expect(stage.mirrored.map { $0.prefix(12) } == ["%user/alice+", "%web/http/12"])
  }

  @Test func `what is fetched with a user's token is in the user's folder, and nobody else's`() async throws {
    let server = try server()
    let first = try await stage([server.address + "/a"], authorize: [server.address])
    _ = try await first.run()
    await first.bus.shutdown()
    let second = try await stage(
      [server.address + "/a"], in: first.folder, tokens: Tokens(of: "bob"), user: "bob", authorize: [server.address])
    #expect(try await second.run().report["copied"] == "1")
    #expect(second.mirrored.map { second.folder.text(at: "mirror/" + $0) } == ["for Bearer ALICE-1", "for Bearer BOB-1"])
    #expect(server.requests.allSatisfy { $0.headers["if-none-match"] == nil })
  }

  @Test func `a real server that wants a token gets one, and gives nothing without`() async throws {
    let site = try TemporaryFolder()
    try site.write("secret", to: "www/a")
    let nginx = try Nginx(in: site.path, rules: #"if ($http_authorization != "Bearer ALICE-2") { return 401; }"#)
    let without = try await SyncStage([nginx.address + "/a"])
    #expect(try await without.run().outcome?.reason?.hasSuffix("is not fetched: the server answered 401") == true)
    let stage = try await stage([nginx.address + "/a"], authorize: [nginx.address])
    #expect(try await stage.run() == (.done, SyncStage.report(copied: 1, bytes: 6)))
    #expect(try await stage.run() == (.done, SyncStage.report(unchanged: 1)))
    let log = try nginx.stop()
    #expect(log.map(\.status) == [401, 401, 200, 304])
    #expect(log.map(\.authorization) == ["-", "Bearer ALICE-1", "Bearer ALICE-2", "Bearer ALICE-2"])
  }

  @Test func `a server that takes no token is asked twice, and the resource fails`() async throws {
    let server = try TestServer { _ in .reply(401, "no", headers: ["WWW-Authenticate": "Bearer"]) }
    let stage = try await stage([server.address + "/a"], authorize: [server.address])
    #expect(try await stage.run().outcome?.reason?.hasSuffix("is not fetched: the server answered 401") == true)
    #expect(server.requests.map { $0.headers["authorization"] } == ["Bearer ALICE-1", "Bearer ALICE-2"])
    #expect(stage.mirrored == [])
  }

  @Test func `without a gate no token is sent`() async throws {
    let server = try server()
    let stage = try await stage([server.address + "/a"], user: nil, authorize: [server.address])
    #expect(
      try await stage.run().outcome?.reason?.hasSuffix("is not fetched: there is no gate that says whose token to send") == true
    )
    #expect(server.requests.isEmpty && tokens.asked == 0 && stage.mirrored == [])
  }

  @Test(arguments: [("alice", "bob"), ("caf\u{e9}", "cafe\u{301}")])
  func `the token of somebody else than who is in is not sent`(user: String, owner: String) async throws {
    let server = try server()
    let stage = try await stage(
      [server.address + "/a"], tokens: Tokens(of: owner), user: Identity(user), authorize: [server.address])
    #expect(
      try await stage.run().outcome?.reason?.hasSuffix("there is no token: it is of somebody else than who is in") == true)
    #expect(server.requests.isEmpty && stage.mirrored == [])
  }

  @Test func `whoever has no token is asked once in a run, and what needs none is mirrored`() async throws {
    let (named, other) = (try server(), try server())
    let tokens = Tokens(trouble: .unavailable("the token server answered 503"))
    let stage = try await stage(
      [named.address + "/a", named.address + "/b", other.address + "/a"], tokens: tokens, authorize: [named.address])
    let (outcome, report) = try await stage.run()
    #expect(report == SyncStage.report(copied: 1, failed: 2, bytes: 11))
    #expect(outcome?.reason?.contains("is not fetched: there is no token: the token server answered 503") == true)
    #expect(named.requests.isEmpty && tokens.asked == 1)
  }

  @Test func `one server that takes no token keeps no other from being asked`() async throws {
    let (bad, good) = (try TestServer { _ in .reply(401) }, try server())
    let tokens = Tokens(isLast: true)
    let stage = try await stage(
      [bad.address + "/a", bad.address + "/b", good.address + "/a"], tokens: tokens, authorize: [bad.address, good.address])
    let (outcome, report) = try await stage.run()
    #expect(report == SyncStage.report(copied: 1, failed: 2, bytes: 18))
    #expect(outcome?.reason?.contains("there is no token: the session cannot be refreshed") == true)
    // Three resources, and one token that was refused.
    #expect(bad.requests.count == 2 && tokens.asked == 4)
  }
}

// MARK: Somebody leaves, or comes

extension AuthorizedSyncTests {
  /// A server that waits in the middle of a body, and a run that waits there with it.
  func stageInTransfer(_ latch: Latch, onClose: GateOptions.OnClose) async throws -> (SyncStage, TestServer) {
    let server = try TestServer { _ in TestAnswer([.head(200, length: 4), .text("ab"), .wait(latch), .text("cd")]) }
    let stage = try await SyncStage(
      [server.address + "/a", server.address + "/b"], tokens: tokens, user: "alice", onClose: onClose,
      change: { $0.authorize = [server.address] })
    stage.bus.report(.active)
    await server.requests(1)
    return (stage, server)
  }

  @Test func `a sign-out in a transfer ends it at once, and nothing of the user's appears`() async throws {
    let latch = Latch()
    let (stage, server) = try await stageInTransfer(latch, onClose: .cancelRunning)
    stage.bus.gate("auth-gate").close("signed out")
    try await stage.bus.idle()
    latch.open()
    #expect(stage.folder.files(in: "mirror") == [] && server.requests.count == 1)
  }

  @Test func `a run that is not cancelled ends where somebody has left, and nothing of theirs appears`() async throws {
    let latch = Latch()
    let (stage, server) = try await stageInTransfer(latch, onClose: .letRun)
    stage.bus.gate("auth-gate").close("signed out")
    latch.open()
    try await stage.bus.idle()
    #expect(stage.folder.files(in: "mirror") == [] && server.requests.count == 1)
    #expect(stage.bus.snapshot().handlers.first { $0.id == "sync" }?.lastError == "the user has changed while it ran")
  }

  @Test(arguments: [Identity("bob"), "alice"], [GateOptions.OnClose.letRun, .cancelRunning])
  func `a user who comes meanwhile gets a run of their own at once`(next: Identity, onClose: GateOptions.OnClose) async throws {
    let latch = Latch()
    let (stage, server) = try await stageInTransfer(latch, onClose: onClose)
    stage.bus.gate("auth-gate").close("signed out")
    tokens.become(next.rawValue)
    stage.bus.gate("auth-gate").open(next)
    latch.open()
    try await stage.bus.idle()
    #expect(
      stage.mirrored.map { $0.prefix(12 + next.rawValue.utf8.count) } == Array(repeating: "%user/\(next)+/http", count: 2))
    let token = "Bearer \(next.rawValue.uppercased())-1"
    #expect(server.requests.map { $0.headers["authorization"] } == ["Bearer ALICE-1", token, token])
  }

  @Test func `a user who follows another without a pause gets a run of their own at once`() async throws {
    let latch = Latch()
    let (stage, server) = try await stageInTransfer(latch, onClose: .cancelRunning)
    tokens.become("bob")
    stage.bus.gate("auth-gate").open("bob")
    latch.open()
    try await stage.bus.idle()
    #expect(stage.mirrored.map { $0.prefix(11) } == ["%user/bob+/", "%user/bob+/"] && server.requests.count == 3)
  }

  @Test func `whenever a user leaves, nothing is there afterwards that was not there before`() async throws {
    let server = try server()
    let stage = try await stage((1...3).map { server.address + "/\($0)" }, authorize: [server.address])
    for _ in 1...100 {
      for file in stage.folder.files(in: "mirror") { try stage.folder.remove("mirror/" + file) }
      let asked = server.requests.count
      stage.bus.gate("auth-gate").open("alice")
      stage.bus.report(.background)
      stage.bus.report(.active)
      await server.requests(asked + Int.random(in: 1...3))
      // At any instant of the transfers.
      var steps = Int.random(in: 0...100_000)
      while steps > 0 { steps -= 1 }
      stage.bus.gate("auth-gate").close("signed out")
      let before = Set(stage.mirrored)
      try await stage.bus.idle()
      #expect(before.isSuperset(of: stage.mirrored))
    }
  }
}
