import HTTPTestServer
import LifebusHTTP
import Testing

#if os(Linux)
  @Suite struct ProxyTests {
    @Test(arguments: [
      (["http_proxy": "http://proxy:1"], true), (["all_proxy": "x"], true), (["ALL_PROXY": "x"], true),
      (["http_proxy": ""], false),
      (["https_proxy": "x"], false), (["http_proxy": "x", "no_proxy": "a, 127.0.0.1"], false),
      (["http_proxy": "x", "NO_PROXY": "*"], false),
      (["http_proxy": "x", "no_proxy": "27.0.0.1"], true), ([:], false),
    ])
    func `what is meant for this machine is not sent to a proxy`(environment: [String: String], isRefused: Bool) throws {
      let rule = ProxyRule(environment)
      if isRefused {
        #expect(throws: HTTPTrouble.self) { try rule.check(try WebAddress("http://127.0.0.1/")) }
      } else {
        try rule.check(try WebAddress("http://127.0.0.1/"))
      }
      try rule.check(try WebAddress("https://example.com/"))
    }
  }
#endif
