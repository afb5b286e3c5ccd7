import AuthGate
import Foundation
import HTTPTestServer
import Lifebus
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct RefreshTests {
  @Test func `an expired session is refreshed at launch, stored, and opens the gate`() async throws {
    let stage = try await AuthStage()
    #expect(try await stage.launch() == ["auth-gate": .done])
    #expect(stage.verdict == .open("alice"))
    let request = try #require(stage.asked.first)
    #expect(request.method == "POST" && request.target == "/token")
    #expect(request.headers["content-type"] == "application/x-www-form-urlencoded")
    #expect(request.form == ["grant_type": "refresh_token", "refresh_token": "REFRESH-1", "client_id": "lifebus%20app"])
    let end = AuthStage.now.addingTimeInterval(3_600).formatted(.iso8601)
    #expect(
      stage.stored
        == #"{"user":"alice","accessToken":"ACCESS-2","refreshToken":"REFRESH-2","expiresAt":"\#(end)","theme":"dark"}"#
        + "\n")
    #expect(try FileManager.default.attributesOfItem(atPath: stage.folder["session.json"])[.posixPermissions] as? Int == 0o600)
    #expect(stage.folder.files() == ["session.json"] && stage.talk.lines.isEmpty)
  }

  @Test func `the next refresh uses the new token`() async throws {
    let stage = try await AuthStage()
    try await stage.launch()
    #expect(try await stage.token() == "ACCESS-2")
    #expect(try await stage.token(insteadOf: "ACCESS-2") == "ACCESS-3")
    #expect(stage.asked.map(\.form["refresh_token"]) == ["REFRESH-1", "REFRESH-2"])
  }

  @Test func `a session that nearly ends opens the gate before it is refreshed`() async throws {
    let latch = Latch()
    let stage = try await AuthStage(ends: 59, latch: latch)
    let receipt = stage.bus.post(Launch(cause: .user))
    #expect(try await stage.bus.gate("auth-gate").verdict() == .open("alice"))
    await stage.server.server.requests(1)
    latch.open()
    _ = try await receipt.settled()
    #expect(stage.verdict == .open("alice") && stage.stored?.contains("REFRESH-2") == true)
  }

  @Test func `a session that lasts is not refreshed`() async throws {
    let stage = try await AuthStage(ends: 61)
    try await stage.launch()
    #expect(try await stage.token() == "ACCESS-1")
    #expect(stage.verdict == .open("alice") && stage.asked.isEmpty)
  }

  @Test func `a session is refreshed at an entry`() async throws {
    let stage = try await AuthStage(ends: 3_600)
    try await stage.launch()
    try stage.put("alice", 1, ends: -1)
    try await stage.bus.enter()
    #expect(stage.verdict == .open("alice") && stage.stored?.contains("REFRESH-2") == true)
  }

  @Test func `six who ask at once, a launch and an event lead to one refresh`() async throws {
    let latch = Latch()
    let stage = try await AuthStage(latch: latch)
    let launch = stage.bus.post(Launch(cause: .user))
    let tokens = (1...6).map { _ in Task { try await stage.token() } }
    await stage.server.server.requests(1)
    latch.open()
    for token in tokens { #expect(try await token.value == "ACCESS-2") }
    _ = try await launch.settled()
    #expect(stage.asked.count == 1 && stage.verdict == .open("alice"))
  }

  @Test func `one who asks and is cancelled cuts the refresh off for nobody`() async throws {
    let latch = Latch()
    let stage = try await AuthStage(latch: latch)
    let (first, second) = (Task { try await stage.token() }, Task { try await stage.token() })
    await stage.server.server.requests(1)
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    latch.open()
    #expect(try await second.value == "ACCESS-2")
    #expect(stage.asked.count == 1)
  }

  @Test func `an event asks for a refresh, and its delivery says whether there was one`() async throws {
    let stage = try await AuthStage(ends: 3_600)
    try await stage.launch()
    #expect(try await stage.bus.deliver(Custom("auth-gate.refresh")) == ["auth-gate": .done])
    #expect(stage.stored?.contains("ACCESS-2") == true)
    stage.server.answers(.reply(503))
    let outcome = try await stage.bus.deliver(Custom("auth-gate.refresh"))["auth-gate"]
    #expect(outcome?.word == "failed")
  }

  @Test func `events that come while a refresh is on its way are answered by that one, and a later one is not`() async throws {
    let latch = Latch()
    let stage = try await AuthStage(ends: 3_600, latch: latch)
    try await stage.launch()
    let events = (1...6).map { _ in stage.bus.post(Custom("auth-gate.refresh")) }
    await stage.server.server.requests(1)
    latch.open()
    for event in events { #expect(try await event.settled() == ["auth-gate": .done]) }
    #expect(stage.asked.count == 1)
    #expect(try await stage.bus.deliver(Custom("auth-gate.refresh")) == ["auth-gate": .done])
    #expect(stage.asked.count == 2)
  }

  @Test func `events that come while a refresh is on its way fail with it`() async throws {
    let latch = Latch()
    let stage = try await AuthStage(ends: 3_600, latch: latch)
    try await stage.launch()
    stage.server.answers(.reply(503))
    let events = (1...6).map { _ in stage.bus.post(Custom("auth-gate.refresh")) }
    await stage.server.server.requests(1)
    latch.open()
    for event in events {
      #expect(try await event.settled() == ["auth-gate": .failed("the token server answered 503")])
    }
    #expect(stage.asked.count == 1)
    #expect(try await stage.bus.deliver(Custom("auth-gate.refresh")) == ["auth-gate": .done])
  }

  @Test func `an event of the next user is not answered by a refresh of the one before`() async throws {
    let latch = Latch()
    let stage = try await AuthStage(ends: 3_600, latch: latch)
    try await stage.launch()
    let first = stage.bus.post(Custom("auth-gate.refresh"))
    await stage.server.server.requests(1)
    try stage.put("bob", 2)
    try await stage.bus.deliver(Custom("auth-gate.signedIn"))
    let second = stage.bus.post(Custom("auth-gate.refresh"))
    latch.open()
    #expect(try await first.settled()["auth-gate"]?.word == "failed")
    #expect(try await second.settled() == ["auth-gate": .done])
    #expect(stage.asked.map(\.form["refresh_token"]) == ["REFRESH-1", "REFRESH-2"])
  }

  @Test func `an answer without a refresh token keeps the old one`() async throws {
    let stage = try await AuthStage()
    stage.server.answers(.reply(200, #"{"access_token":"ACCESS-9","expires_in":"60"}"#))
    try await stage.launch()
    #expect(stage.stored?.contains(#""accessToken":"ACCESS-9","refreshToken":"REFRESH-1""#) == true)
  }

  @Test func `a token that lives shorter than the leeway is used until its end`() async throws {
    let stage = try await AuthStage()
    stage.server.answers(.reply(200, #"{"access_token":"ACCESS-9","expires_in":20}"#))
    try await stage.launch()
    #expect(try await stage.token() == "ACCESS-9")
    #expect(stage.asked.count == 1)
  }

  @Test func `a secret goes into a header, from a file, and a scope into the form`() async throws {
    let stage = try await AuthStage { options in
      options.clientSecretFile = "client-secret"
      options.scope = "read write"
    }
    try stage.folder.write("CLIENT SECRET:1\n", to: "client-secret")
    try await stage.launch()
    let request = try #require(stage.asked.first)
    #expect(request.headers["authorization"] == "Basic " + Data("lifebus%20app:CLIENT%20SECRET%3A1".utf8).base64EncodedString())
    #expect(request.form == ["grant_type": "refresh_token", "refresh_token": "REFRESH-1", "scope": "read%20write"])
    #expect(stage.verdict == .open("alice"))
  }

  @Test func `without a refresh token an expired session closes the gate`() async throws {
    let stage = try await AuthStage()
    try stage.folder.write(#"{"user":"alice","accessToken":"A","expiresAt":"2020-01-01T00:00:00Z"}"#, to: "session.json")
    try await stage.launch()
    #expect(stage.verdict == .closed("expired at 2020-01-01T00:00:00Z") && stage.asked.isEmpty)
  }

  @Test func `a link to a session stays one`() async throws {
    let stage = try await AuthStage()
    try FileManager.default.moveItem(atPath: stage.folder["session.json"], toPath: stage.folder["real.json"])
    try stage.folder.link("session.json", to: "real.json")
    try await stage.launch()
    #expect(stage.folder.text(at: "real.json")?.contains("REFRESH-2") == true)
    try await stage.bus.deliver(Custom("auth-gate.signedOut"))
    #expect(stage.folder.files().isEmpty)
  }

  @Test func `no token is in the log, an outcome, the activity, a snapshot or a dump`() async throws {
    let stage = try await AuthStage()
    let activity = stage.bus.activity
    stage.server.answers(.reply(500, "REFRESH-1"))
    var told = ""
    dump(try await stage.launch(), to: &told)
    dump(try await stage.bus.deliver(Custom("auth-gate.refresh")), to: &told)
    try await stage.bus.deliver(Custom("auth-gate.signedIn"))
    dump(stage.bus.snapshot(), to: &told)
    dump(stage.plugin, to: &told)
    dump(try await stage.plugin.accessToken(insteadOf: nil), to: &told)
    await stage.bus.shutdown()
    for await item in activity { dump(item.kind, to: &told) }
    told += stage.talk.lines.joined()
    #expect(stage.stored?.contains("REFRESH-2") == true && told.contains("500"))
    #expect(!told.contains("REFRESH-") && !told.contains("ACCESS-"))
  }
}
