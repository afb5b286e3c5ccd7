import Foundation
import HTTPTestServer
import Lifebus
import LifebusHTTP
import Testing

/// The ways to a server: addresses of both kinds, and proxies.
@Suite(.timeLimit(.minutes(1))) struct WayTests {
  @Test func `a server at an IPv6 address of this machine is reached`() async throws {
    let server = try TestServer(ofVersion6: true) { _ in .reply(200, "six") }
    let body = try await HTTPClient().send(HTTPRequest(try WebAddress(server.address + "/a"))).body
    #expect(
      String(decoding: body, as: UTF8.self) == "six"
        && server.requests[0].headers["host"] == String(server.address.dropFirst(7)))
  }

  @Test func `a scheme in upper case and a path with dots are no trouble`() async throws {
    let server = try TestServer { _ in .reply(200) }
    _ = try await HTTPClient().send(HTTPRequest(try WebAddress("HTTP" + server.address.dropFirst(4) + "/a/../b?c=/../d")))
    #expect(server.requests.map(\.target) == ["/a/../b?c=/../d"])
  }

  @Test func `a large body is sent at once`() async throws {
    let server = try TestServer { _ in .reply(200) }
    let text = String(repeating: "a", count: 3 << 20)
    _ = try await HTTPClient().send(HTTPRequest(try WebAddress(server.address), body: Secret(text)))
    #expect(server.requests[0].body == text && server.requests[0].headers["expect"] == nil)
  }

  #if os(Linux)
    @Test func `what is meant for this machine goes to no proxy, and what is not does without a secret`() async {
      await #expect(processExitsWith: .success) {
        let proxy = try TestServer { _ in .reply(407, "SECRET", headers: ["Proxy-Authenticate": "Basic"]) }
        let server = try TestServer { _ in .reply(200, "direct") }
        for name in ["http_proxy", "https_proxy", "all_proxy"] { setenv(name, proxy.address, 1) }
        let direct = try await HTTPClient().send(HTTPRequest(try WebAddress(server.address)))
        try #require(direct.body == Data("direct".utf8) && proxy.requests.isEmpty)
        var request = HTTPRequest(try WebAddress("https://lifebus.invalid/path?SECRET"))
        request.authorize(with: AccessToken(secret: Secret("SECRET"), user: "anna"))
        do {
          _ = try await HTTPClient().send(request)
          Issue.record("there is an answer")
        } catch {
          try #require("\(error)" == "there is no answer: the proxy answered 407")
        }
        let asked = proxy.requests
        try #require(asked.map(\.method) == ["CONNECT"] && asked[0].target == "lifebus.invalid:443")
        try #require(asked[0].headers["authorization"] == nil && !"\(asked)".contains("SECRET"))
      }
    }

    @Test func `a server is asked only if its certificate is one that is trusted`() async {
      await #expect(processExitsWith: .success) {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let nginx = try Nginx(in: folder.path, isSecure: true)
        let request = HTTPRequest(try WebAddress(nginx.address + "/a"))
        let client = HTTPClient()
        await #expect(throws: HTTPTrouble.self) { try await client.send(request) }
        setenv("SSL_CERT_FILE", nginx.certificate, 1)
        try #require(try await client.send(request).head.status == 404)
        let other = HTTPRequest(try WebAddress(nginx.address.replacing("127.0.0.1", with: "localhost")))
        await #expect(throws: HTTPTrouble.self) { try await client.send(other) }
        try #require(try nginx.stop().count == 1)
      }
    }
  #endif
}
