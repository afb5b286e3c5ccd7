import Foundation
import HTTPTestServer
import LifebusHTTP
import LifebusThreads
import Testing

/// Bodies that are not as they should be, and those that nobody wants.
@Suite(.timeLimit(.minutes(1))) struct BodyTests {
  func request(_ server: TestServer) throws -> HTTPRequest { HTTPRequest(try WebAddress(server.address + "/")) }

  @Test(arguments: ["9223372036854775807", "9223372036854775808", "99999999999999999999999999"])
  func `a length beyond all limits is an error at once`(length: String) async throws {
    let server = try TestServer { _ in TestAnswer([.head(200, headers: ["Content-Length": length]), .text("a"), .hang]) }
    await #expect(throws: HTTPTrouble.tooLarge(1 << 20)) { try await HTTPClient().send(try request(server)) }
  }

  @Test(arguments: ["gzip", "deflate", "br", "x-unknown", "gzip, identity"])
  func `a body that is coded is an error, and nothing of it is handed on`(coding: String) async throws {
    let server = try TestServer { _ in .reply(200, "body", headers: ["Content-Encoding": coding]) }
    let error = await #expect(throws: HTTPTrouble.self) {
      try await HTTPClient().send(try request(server)) { _, _ in Issue.record("a part is handed on") }
    }
    guard case .unusable = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(server.requests[0].headers["accept-encoding"] == "identity")
  }

  @Test(arguments: ["gzip", "gzip, chunked"]) func `a body that is coded for the transfer is an error`(coding: String)
    async throws
  {
    let server = try TestServer { _ in TestAnswer([.head(200, headers: ["Transfer-Encoding": coding]), .text("body"), .close]) }
    await #expect(throws: HTTPTrouble.self) { try await HTTPClient().send(try request(server)) }
  }

  @Test func `an answer without a body may say how long and how coded it would be`() async throws {
    let server = try TestServer { _ in
      TestAnswer([.head(304, length: 1 << 40, headers: ["Content-Encoding": "gzip"]), .close])
    }
    #expect(try await HTTPClient().send(try request(server)).head.status == 304)
  }

  @Test(arguments: [302, 401, 404, 503]) func `an answer whose body is not kept ends with its head`(status: Int) async throws {
    let headers = ["Location": "/to", "Retry-After": "3", "Content-Encoding": "gzip"]
    let server = try TestServer { asked in
      asked.target == "/to" ? .reply(200, "there") : TestAnswer([.head(status, length: 1 << 40, headers: headers), .hang])
    }
    var request = try request(server)
    request.bodyLimit = 5
    request.keeps = { $0 == 200 }
    let response = try await HTTPClient().send(request)
    #expect(response.head.status == (status == 302 ? 200 : status))
    #expect(String(decoding: response.body, as: UTF8.self) == (status == 302 ? "there" : ""))
    #expect(status == 302 || response.head["Retry-After"] == "3")
  }

  @Test func `what a server sends beyond its answer belongs to no other`() async throws {
    let server = try TestServer { asked in
      let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n\(asked.target)"
      return TestAnswer([.text(answer + answer)])
    }
    let client = HTTPClient()
    for target in ["/a", "/b", "/c"] {
      let body = try await client.send(HTTPRequest(try WebAddress(server.address + target))).body
      #expect(String(decoding: body, as: UTF8.self) == target)
    }
  }

  @Test func `a head without end is left when the time is over`() async throws {
    let latch = Latch()
    let server = try TestServer { _ in TestAnswer([.text("HTTP/1.1 200 OK\r\nA: b"), .wait(latch), .close]) }
    defer { latch.open() }
    var request = try request(server)
    request.timeout = .milliseconds(100)
    await #expect(throws: HTTPTrouble.timedOut(.milliseconds(100))) { try await HTTPClient().send(request) }
  }

  @Test func `a receiver that takes no more is waited for, and cancelling ends that`() async throws {
    let (taken, latch) = (Latch(), Latch())
    let server = try TestServer { _ in TestAnswer([.head(200), .flood]) }
    var request = try request(server)
    request.bodyLimit = .max
    let parts = Lock(0)
    let task = Task { [request] in
      try await HTTPClient().send(request) { _, _ in
        parts.withLock { $0 += 1 }
        taken.open()
        latch.wait()
      }
    }
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        taken.wait()
        continuation.resume()
      }
    }
    task.cancel()
    latch.open()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(parts.withLock { $0 } == 1)
  }
}
