import HTTPTestServer
import Lifebus
import LifebusHTTP
import Testing

@Suite(.timeLimit(.minutes(1))) struct RedirectTests {
  let client = HTTPClient()

  func server(_ status: Int = 302, to location: String) throws -> TestServer {
    try TestServer { $0.target == "/from" ? .reply(status, "moved", headers: ["Location": location]) : .reply(200, "there") }
  }

  func request(_ server: TestServer) throws -> HTTPRequest { HTTPRequest(try WebAddress(server.address + "/from")) }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect within the origin is followed, with its headers and without its body`(status: Int) async throws {
    let server = try server(status, to: "/to?a=b")
    var request = try request(server)
    request.headers = ["Authorization": "Bearer t"]
    let response = try await client.send(request)
    #expect(String(decoding: response.body, as: UTF8.self) == "there")
    #expect(server.requests.map(\.target) == ["/from", "/to?a=b"])
    #expect(server.requests.allSatisfy { $0.headers["authorization"] == "Bearer t" })
  }

  @Test(arguments: [
    "https://example.com/", "http://example.com/", "//example.com/", "http://127.0.0.1:1/", "https://127.0.0.1/",
    "file:///etc/passwd",
    "http://localhost/", "http://a@127.0.0.1/", "ftp://127.0.0.1/",
  ])
  func `a redirect to anywhere else is an error`(location: String) async throws {
    let server = try server(to: location)
    let error = await #expect(throws: HTTPTrouble.self) { try await client.send(try request(server)) }
    guard case .redirect = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(server.requests.count == 1)
  }

  @Test func `where a redirect leads may have a fragment, which is not sent`() async throws {
    let server = try server(to: "/to#part?no")
    #expect(String(decoding: try await client.send(try request(server)).body, as: UTF8.self) == "there")
    #expect(server.requests.map(\.target) == ["/from", "/to"])
  }

  @Test(arguments: [[:], ["Location": ""]]) func `a redirect to nowhere is an error that says so`(headers: [String: String])
    async throws
  {
    let server = try TestServer { _ in .reply(302, headers: headers) }
    await #expect(throws: HTTPTrouble.redirect("it does not say where to")) { try await client.send(try request(server)) }
  }

  @Test(arguments: ["http://[", "::"]) func `a redirect to what is no address is an error that says so`(
    location: String
  ) async throws {
    let server = try server(to: location)
    await #expect(throws: HTTPTrouble.redirect("it leads to no address that may be used")) {
      try await client.send(try request(server))
    }
  }

  @Test func `redirects in a circle end at the limit`() async throws {
    let server = try server(to: "/from")
    var request = try request(server)
    request.redirectLimit = 3
    await #expect(throws: HTTPTrouble.redirect("it redirects more than 3 times")) { try await client.send(request) }
    #expect(server.requests.count == 4)
  }

  @Test(arguments: [302, 307]) func `a request with a body is not redirected`(status: Int) async throws {
    let server = try server(status, to: "/to")
    var request = try request(server)
    request.body = Secret("refresh_token=SECRET")
    await #expect(throws: HTTPTrouble.self) { try await client.send(request) }
    #expect(server.requests.count == 1)
  }
}
