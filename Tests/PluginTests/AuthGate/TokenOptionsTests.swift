import AuthGate
import Lifebus
import TestSupport
import Testing

@Suite struct TokenOptionsTests {
  func error(_ change: (inout AuthGatePlugin.Options) -> Void) throws -> String? {
    var options = AuthGatePlugin.Options()
    change(&options)
    return #expect(throws: AuthGateError.self) {
      try AuthGatePlugin(options: options, context: PluginContext(try TemporaryFolder()))
    }?.description
  }

  @Test func `a token server needs to know who asks`() throws {
    #expect(try error { $0.tokenURL = "https://a.b" } == "option 'clientID' of auth-gate is missing: 'tokenURL' needs it")
  }

  @Test(arguments: ["http://example.com/token", "ftp://a.b", "https://u:p@a.b", "token", "https://a.b/#c"])
  func `a token server is asked over https, or on this machine`(url: String) throws {
    let text = try error { ($0.tokenURL, $0.clientID) = (url, "c") }
    #expect(text?.hasPrefix("option 'tokenURL' of auth-gate cannot be used: ") == true)
  }

  @Test func `options that contradict each other are an error`() throws {
    #expect(try error { $0.clientID = "c" } == "option 'clientID' of auth-gate is of no use without 'tokenURL'")
    #expect(try error { $0.scope = "s" } == "option 'scope' of auth-gate is of no use without 'tokenURL'")
    let both = try error { options in
      (options.tokenURL, options.clientID) = ("https://a.b", "c")
      (options.clientSecretFile, options.clientSecretVariable) = ("f", "v")
    }
    #expect(both?.contains("set one of them") == true)
  }

  @Test func `seconds that make no sense are an error`() throws {
    #expect(try error { $0.leewaySeconds = -1 }?.contains("'leewaySeconds'") == true)
    #expect(try error { $0.timeoutSeconds = .nan }?.contains("'timeoutSeconds'") == true)
  }
}
