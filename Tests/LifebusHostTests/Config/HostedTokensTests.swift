import Foundation
import HTTPTestServer
import Lifebus
import TestSupport
import Testing

@testable import LifebusHost

@Suite(.timeLimit(.minutes(2))) struct HostedTokensTests {
  /// A plugin that gives tokens.
  actor Giver: LifecyclePlugin, TokenSource {
    static let pluginID: HandlerID = "giver"
    nonisolated let id: HandlerID

    init(options: NoOptions, context: PluginContext) { id = Self.pluginID }
    init(id: HandlerID) { self.id = id }

    nonisolated func register(on bus: LifecycleBus) throws {}

    func accessToken(insteadOf refused: AccessToken?) async throws -> AccessToken {
      AccessToken(secret: Secret("T"), user: id.rawValue)
    }
  }

  @Test func `the plugin that gives tokens is asked, also if it came later`() async throws {
    let tokens = HostedTokens()
    await #expect {
      try await tokens.accessToken(insteadOf: nil)
    } throws: { error in
      "\(error)" == "no hosted plugin gives tokens: host one that does, such as 'auth-gate'"
    }
    tokens.add(Giver(id: "a"))
    #expect(try await tokens.accessToken(insteadOf: nil).user == "a")
  }

  @Test func `of two that give tokens neither is asked`() async throws {
    let tokens = HostedTokens()
    for name in ["a", "b"] as [HandlerID] { tokens.add(Giver(id: name)) }
    await #expect {
      try await tokens.accessToken(insteadOf: nil)
    } throws: { error in
      "\(error)" == "'a' and 'b' both give tokens: host one of them"
    }
  }

  @Test(arguments: ["auth-gate,sync", "sync,auth-gate"])
  func `the gate's token is for the sync, in whatever order they are hosted`(plugins: String) async throws {
    let server = try TestServer { $0.headers["authorization"] == "Bearer TOKEN" ? .reply(200, "secret") : .reply(401) }
    let folder = try TemporaryFolder()
    let configuration = """
      {"plugins": {"auth-gate": {"session": "session.json"},
        "sync": {"resources": ["\(server.address)/a"], "into": "mirror", "authorize": ["\(server.address)"]}}}
      """
    try folder.write(configuration, to: "lifebus.json")
    try folder.write(#"{"user":"alice","accessToken":"TOKEN","expiresAt":"2099-01-01T00:00:00Z"}"#, to: "session.json")
    let program = try RunningProgram(
      ["--plugins", plugins, "--config", "lifebus.json", "--events", "-", "--until-idle", "--state", folder["state"]],
      in: folder)
    program.write(#"{"type":"launch","cause":"user"}"# + "\n" + #"{"type":"phase","to":"active"}"# + "\n")
    program.closeInput()
    #expect(await program.code() == 0)
    #expect(await !program.talk.all().joined().contains("TOKEN"))
    let host = server.address.dropFirst("http://".count).replacing(":", with: "%3a")
    #expect(try folder.text(of: "mirror/%user/alice+/http/\(host)+/a") == "secret")
  }
}
