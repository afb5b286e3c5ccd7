import Foundation
import HTTPTestServer
import Lifebus
import TestSupport
import Testing

/// Grants that are odd, and what is made of them.
@Suite(.timeLimit(.minutes(1))) struct GrantTests {
  static let year = 366.0 * 86_400

  @Test(arguments: [
    (#""nan""#, 300), (#""inf""#, 300), (#""-infinity""#, 300), ("1e999", 300), ("-1e999", 300), ("-1", 300), (#""-7""#, 300),
    (#""soon""#, 300), ("null", 300), ("1e308", year), ("99999999999999999999", year), ("1e-300", 0), ("20.5", 20),
  ])
  func `a lifetime that is none is a short one, and a huge one is a year`(lifetime: String, expected: Double) async throws {
    let stage = try await AuthStage()
    stage.server.answers(.reply(200, #"{"access_token":"ACCESS-9","expires_in":\#(lifetime)}"#))
    try await stage.launch()
    let end = AuthStage.now.addingTimeInterval(expected).formatted(.iso8601)
    #expect(stage.stored?.contains(#""accessToken":"ACCESS-9","refreshToken":"REFRESH-1","expiresAt":"\#(end)""#) == true)
    #expect(stage.verdict == .open("alice"))
  }

  @Test func `a session that could not be read back is not written, the old one stays, and it is told`() async throws {
    let stage = try await AuthStage(ends: 30)
    let before = try #require(stage.stored).replacing("dark", with: String(repeating: "a", count: 3_000))
    try stage.folder.write(before, to: "session.json")
    let token = String(repeating: "A", count: 64_000)
    stage.server.answers(.reply(200, #"{"access_token":"\#(token)","expires_in":60}"#))
    try await stage.launch()
    #expect(stage.stored == before && stage.folder.files() == ["session.json"] && stage.verdict == .open("alice"))
    #expect(stage.talk.lines.first?.contains("the new session has 67") == true && stage.talk.lines.count == 1)
    #expect(try await stage.token() == "ACCESS-1")
    #expect(stage.asked.count == 1)
  }
}
