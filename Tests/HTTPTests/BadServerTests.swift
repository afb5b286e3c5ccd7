import Foundation
import HTTPTestServer
import LifebusHTTP
import Testing

@Suite(.timeLimit(.minutes(1))) struct BadServerTests {
  let client = HTTPClient()

  func request(_ server: TestServer, _ path: String = "/") throws -> HTTPRequest {
    HTTPRequest(try WebAddress(server.address + path))
  }

  @Test(arguments: [
    TestAnswer([.close]), TestAnswer([.text("\u{1} no HTTP\r\n\r\n"), .close]),
    TestAnswer([.head(200, length: 100), .text("abc"), .close]), TestAnswer([.text("HTTP/1.1 200"), .close]),
  ])
  func `an answer that is cut off or no HTTP is an error`(answer: TestAnswer) async throws {
    let server = try TestServer { _ in answer }
    let error = await #expect(throws: HTTPTrouble.self) { try await client.send(try request(server)) }
    guard case .connection = error else { return #expect(Bool(false), "\(String(describing: error))") }
  }

  @Test func `a server that is not there is an error`() async throws {
    var server: TestServer? = try TestServer { _ in .reply(200) }
    let request = try request(try #require(server))
    server = nil
    // What has been accepted before the listener's end is closed without an answer.
    await #expect(throws: HTTPTrouble.self) { try await client.send(request) }
  }

  @Test(arguments: [
    TestAnswer([.hang]), TestAnswer([.head(200, length: 9), .text("a"), .hang]), TestAnswer([.head(200), .hang]),
    TestAnswer([.head(200), .flood]),
  ])
  func `a server that does not go on is left when the time is over`(answer: TestAnswer) async throws {
    let server = try TestServer { _ in answer }
    var request = try request(server)
    (request.timeout, request.bodyLimit) = (.milliseconds(200), .max)
    await #expect(throws: HTTPTrouble.timedOut(.milliseconds(200))) { try await client.send(request) }
  }

  @Test(arguments: [
    TestAnswer([.head(200), .flood]), .reply(200, String(repeating: "a", count: 1_001)),
    TestAnswer([.head(200, length: 1_001), .hang]),
  ])
  func `an answer beyond the limit is an error and ends the transfer`(answer: TestAnswer) async throws {
    let server = try TestServer { _ in answer }
    var request = try request(server)
    request.bodyLimit = 1_000
    await #expect(throws: HTTPTrouble.tooLarge(1_000)) { try await client.send(request) }
  }

  @Test func `an answer of the limit's length is whole`() async throws {
    let server = try TestServer { _ in .reply(200, String(repeating: "a", count: 1_000)) }
    var request = try request(server)
    request.bodyLimit = 1_000
    #expect(try await client.send(request).body.count == 1_000)
  }

  @Test(arguments: [TestAnswer([.hang]), TestAnswer([.head(200), .text("a"), .hang])])
  func `a task that is cancelled gets its error at once`(answer: TestAnswer) async throws {
    let server = try TestServer { _ in answer }
    let request = try request(server)
    let task = Task { try await client.send(request) }
    await server.requests(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `a task that is cancelled before it asks does not ask`() async throws {
    let server = try TestServer { _ in .reply(200) }
    let request = try request(server)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await client.send(request)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(arguments: ["", "A B", "A:", "A\r\nB", "Ä"]) func `a name that is none is refused`(name: String) async throws {
    let server = try TestServer { _ in .reply(200) }
    var request = try request(server)
    request.headers = [name: "a"]
    await #expect(throws: HTTPTrouble.header(name)) { try await client.send(request) }
    #expect(server.requests.isEmpty)
  }

  @Test func `a value that would break the header is refused, and not shown`() async throws {
    let server = try TestServer { _ in .reply(200) }
    var request = try request(server)
    request.headers = ["Authorization": "Bearer SECRET\r\nX: y"]
    let error = await #expect(throws: HTTPTrouble.header("Authorization")) { try await client.send(request) }
    #expect(error?.description.contains("SECRET") == false && server.requests.isEmpty)
  }
}
