import AuthGate
import Foundation
import HTTPTestServer
import Lifebus
import LifebusHTTP
import LifebusTestKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct RefusalTests {
  static let refusals: [TestAnswer] = [
    .reply(400, #"{"error":"invalid_grant"}"#), .reply(401, #"{"error":"invalid_client"}"#), .reply(401),
    .reply(401, headers: ["WWW-Authenticate": #"Basic realm="x""#]),
  ]

  /// What a server does that says nothing of the session.
  static let troubles: [TestAnswer] = [
    .reply(400, #"{"error":"invalid_request"}"#), .reply(400, "invalid_grant"), .reply(400), .reply(403), .reply(404),
    .reply(429),
    .reply(500), .reply(503, #"{"error":"invalid_grant"}"#), .reply(200), .reply(200, "<html>ACCESS-9</html>"),
    .reply(200, #"{"access_token":"ACCESS-9""#), .reply(200, #"{"access_token":""}"#), .reply(200, #"{"access_token":7}"#),
    .reply(200, #"{"access_token":"ACCESS-9\r\nX: y"}"#), .reply(200, #"{"access_token":"ACCESS-9","token_type":"mac"}"#),
    .reply(200, #"{"refresh_token":"REFRESH-9"}"#), .reply(204), .reply(302, headers: ["Location": "/elsewhere"]),
    .reply(307, headers: ["Location": "https://example.com/token"]), .reply(200, String(repeating: " ", count: 70_000)),
    TestAnswer([.close]), TestAnswer([.head(200, length: 100), .text(#"{"access_token":"ACCESS-9"}"#), .close]),
    TestAnswer([.text("REFRESH-1 is no HTTP\r\n\r\n"), .close]), TestAnswer([.head(200), .flood]),
  ]

  @Test(arguments: refusals)
  func `an answer that says so closes the gate, until there is another session`(answer: TestAnswer) async throws {
    let stage = try await AuthStage(ends: 30)
    stage.server.answers(answer)
    try await stage.launch()
    guard case .closed = stage.verdict else { return #expect(Bool(false), "\(stage.verdict)") }
    try await stage.bus.enter()
    #expect(stage.verdict.word == "closed" && stage.asked.count == 1)
    await #expect(throws: TokenTrouble.self) { try await stage.token() }

    try stage.put("bob", 7)
    #expect(try await stage.bus.deliver(Custom("auth-gate.signedIn")) == ["auth-gate-session": .done])
    #expect(stage.verdict == .open("bob"))
  }

  @Test(arguments: troubles)
  func `any other answer leaves the gate pending, and is followed by another try`(answer: TestAnswer) async throws {
    let stage = try await AuthStage()
    let before = stage.stored
    stage.server.answers(answer)
    #expect(try await stage.launch() == ["auth-gate": .done])
    #expect(stage.verdict == .pending && stage.stored == before && stage.folder.files() == ["session.json"])
    #expect(stage.talk.lines.count == 1)
    #expect(!stage.talk.lines[0].contains("ACCESS") && !stage.talk.lines[0].contains("REFRESH"), "\(stage.talk.lines)")

    await stage.clock.sleeps(1)
    stage.clock.advance(by: .seconds(3))
    #expect(try await stage.bus.gate("auth-gate").verdict() == .open("alice"))
    #expect(stage.stored?.contains("REFRESH-2") == true)
  }

  @Test(arguments: troubles.prefix(3))
  func `any other answer leaves the gate open, and gives a token that is valid still`(answer: TestAnswer) async throws {
    let stage = try await AuthStage(ends: 30)
    stage.server.answers(answer, answer, answer)
    try await stage.launch()
    #expect(try await stage.token() == "ACCESS-1")
    await #expect(throws: TokenTrouble.self) { try await stage.token(insteadOf: "ACCESS-1") }
    #expect(stage.verdict == .open("alice"))
  }

  @Test func `a server that is silent is left when the time is over`() async throws {
    let stage = try await AuthStage { $0.timeoutSeconds = 1.5 }
    stage.server.answers(TestAnswer([.hang]), TestAnswer([.head(200, length: 9), .text("a"), .hang]))
    try await stage.launch()
    #expect(stage.verdict == .pending && stage.talk.lines[0].contains("no whole answer within 1.5 seconds"))
    try await stage.bus.enter()
    #expect(stage.verdict == .pending && stage.asked.count == 2)
  }

  @Test func `a server that is not there is asked again, ever more rarely`() async throws {
    let stage = try await AuthStage { $0.tokenURL = "http://127.0.0.1:1/token" }
    try await stage.launch()
    for (count, wait) in zip(1..., [2.0, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
      await stage.clock.sleeps(count)
      let next = try #require(stage.clock.nextWake)
      let waits = (next.offset - stage.clock.now.offset) / .seconds(1)
      #expect(waits >= wait * 0.9 && waits <= wait * 1.1)
      stage.clock.advance(to: next)
    }
    await stage.clock.sleeps(11)
    #expect(stage.talk.lines.count == 1, "\(stage.talk.lines)")
    #expect(stage.verdict == .pending)
    await stage.bus.shutdown()
    #expect(stage.clock.sleeperCount == 0)
  }

  @Test func `a server that wants to be left alone is, also at an entry and when a token is asked for`() async throws {
    let stage = try await AuthStage()
    stage.server.answers(.reply(429, headers: ["Retry-After": "120"]))
    try await stage.launch()
    try await stage.bus.enter()
    await #expect(throws: TokenTrouble.self) { try await stage.token() }
    #expect(stage.asked.count == 1)
    await stage.clock.sleeps(3)
    let next = try #require(stage.clock.nextWake)
    #expect(next.offset >= .seconds(120) && next.offset <= .seconds(150))
  }

  @Test func `a session that its server has used up and that was not stored is refused, and the user signs in again`()
    async throws
  {
    let stage = try await AuthStage()
    // What a process that was killed has asked, and not stored.
    let lost = HTTPRequest(try WebAddress(stage.server.address), body: Secret("refresh_token=REFRESH-1"))
    #expect(try await HTTPClient().send(lost).head.status == 200)
    try await stage.launch()
    #expect(stage.verdict.word == "closed")
  }
}
