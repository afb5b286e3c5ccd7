import Foundation
import HTTPTestServer
import Lifebus
import LifebusHTTP
import LifebusThreads
import Testing

@Suite(.timeLimit(.minutes(1))) struct HTTPClientTests {
  let client = HTTPClient()

  func request(_ server: TestServer, _ path: String = "/") throws -> HTTPRequest {
    HTTPRequest(try WebAddress(server.address + path))
  }

  @Test func `a request says what it was told to say, and the answer is whole`() async throws {
    let server = try TestServer { _ in .reply(200, "hello", headers: ["ETag": #""1""#, "Set-Cookie": "a=b"]) }
    var request = try request(server, "/path?query=1")
    request.headers = ["If-None-Match": #""0""#]
    request.authorize(with: AccessToken(secret: Secret("TOKEN"), user: "alice"))
    let response = try await client.send(request)
    #expect(response.head.status == 200 && response.body == Data("hello".utf8))
    #expect(response.head["etag"] == #""1""#)
    _ = try await client.send(request)
    let asked = server.requests
    #expect(asked.map(\.target) == ["/path?query=1", "/path?query=1"])
    #expect(asked.allSatisfy { $0.headers["authorization"] == "Bearer TOKEN" && $0.headers["if-none-match"] == #""0""# })
    #expect(asked.allSatisfy { $0.headers["cookie"] == nil })
  }

  @Test func `a request with a body is a POST`() async throws {
    let server = try TestServer { _ in .reply(200) }
    var request = try request(server)
    request.body = Secret("a=b")
    _ = try await client.send(request)
    #expect(server.requests.map(\.method) == ["POST"] && server.requests.map(\.body) == ["a=b"])
  }

  @Test(arguments: [304, 400, 401, 404, 429, 500, 503])
  func `a status is an answer and no error`(status: Int) async throws {
    let server = try TestServer { _ in
      .reply(status, status == 304 ? "" : "no", headers: ["WWW-Authenticate": #"Basic realm="x""#])
    }
    for body in [nil, Secret("a=b")] {
      var request = try request(server)
      request.body = body
      let response = try await client.send(request)
      #expect(response.head.status == status && response.body.count == (status == 304 ? 0 : 2))
    }
  }

  @Test func `a body comes in parts, with its head`() async throws {
    let latch = Latch()
    let server = try TestServer { _ in
      TestAnswer([.head(200, length: 4), .text("ab"), .wait(latch), .text("cd")])
    }
    let parts = Lock<[String]>([])
    let head = try await client.send(try request(server)) { head, part in
      #expect(head.status == 200)
      parts.withLock { $0.append(String(decoding: part, as: UTF8.self)) }
      latch.open()
    }
    #expect(head.status == 200 && parts.withLock { $0 } == ["ab", "cd"])
  }

  struct Full: Error {}

  @Test func `what the receiver throws ends the transfer`() async throws {
    let server = try TestServer { _ in TestAnswer([.head(200), .flood]) }
    var request = try request(server)
    request.bodyLimit = .max
    await #expect(throws: Full.self) { try await client.send(request) { _, _ in throw Full() } }
  }

  @Test func `a hundred requests leave no descriptor, and clients none either`() async throws {
    let server = try TestServer { _ in .reply(200, "hello") }
    func descriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count }
    _ = try await client.send(try request(server))
    let before = try descriptors()
    for _ in 0..<100 { _ = try await client.send(try request(server)) }
    #expect(try descriptors() < before + 20)
  }

  @Test func `requests that run at one time, cancelled or not, do not meet`() async throws {
    let latch = Latch()
    let server = try TestServer { asked in
      asked.target.hasSuffix("hang") ? TestAnswer([.head(200), .text("a"), .hang]) : .reply(200, asked.target).after(latch)
    }
    try await withThrowingTaskGroup { group in
      for number in 0..<50 {
        let (whole, cut) = ("/\(number)", try request(server, "/\(number)/hang"))
        group.addTask {
          let body = try await client.send(try request(server, whole)).body
          #expect(String(decoding: body, as: UTF8.self) == whole)
        }
        group.addTask {
          let task = Task { try await client.send(cut) }
          await server.requests(100)
          task.cancel()
          latch.open()
          await #expect(throws: CancellationError.self) { try await task.value }
        }
      }
      try await group.waitForAll()
    }
  }
}
