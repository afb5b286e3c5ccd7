import Foundation
import HTTPTestServer
import LifebusHTTP
import Testing

#if os(Linux)
  /// Heads as they come from the line.
  @Suite(.timeLimit(.minutes(1))) struct HeadTests {
    func send(_ text: String, change: (inout HTTPRequest) -> Void = { _ in }) async throws -> HTTPResponse {
      let server = try TestServer { _ in TestAnswer([.text(text), .close]) }
      var request = HTTPRequest(try WebAddress(server.address + "/"))
      change(&request)
      return try await HTTPClient().send(request)
    }

    @Test(arguments: [
      "HTTP/1.1 200\r\nA: b\r\nContent-Length: 2\r\n\r\nhi", "HTTP/1.1 200 OK\nA: b\nContent-Length: 2\n\nhi",
      "HTTP/1.0 200 OK\r\nA: b\r\n\r\nhi", "HTTP/1.1 200 OK\r\nA:b\r\n\r\nhi", "HTTP/1.1 200 OK\r\na: \t b \t\r\n\r\nhi",
      "HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nhi",
      "HTTP/1.1 200 OK\r\nA: b\r\nContent-Encoding: identity\r\n\r\nhi",
      "HTTP/1.1 100 Continue\r\nA: x\r\n\r\nHTTP/1.1 103 Early\r\nA: y\r\n\r\nHTTP/1.1 200 OK\r\nA: b\r\n\r\nhi",
    ])
    func `a head is read in each of its forms`(text: String) async throws {
      let response = try await send(text)
      #expect(response.head.status == 200 && response.head["A"] == "b" && response.body == Data("hi".utf8))
    }

    @Test(arguments: [
      "A: b\r\n c\r\n", "A: b\r\n\tc\r\n", "no field\r\n", ": b\r\n", "A : b\r\n", "A: b\u{1}\r\n", "A: b\rc\r\n",
      "A: \u{7F}\r\n",
      "Content-Length: 3\r\nContent-Length: 5\r\n", "Content-Length: 3, 5\r\n", "Content-Length: +3\r\n",
      "Content-Length: -3\r\n", "Content-Length: 0x3\r\n", "Content-Length:\r\n",
    ])
    func `a head with a line that can be read in two ways is an error`(lines: String) async {
      await #expect(throws: HTTPTrouble.self) { try await send("HTTP/1.1 200 OK\r\n\(lines)\r\nabcde") }
    }

    @Test func `bytes that are no text are no trouble`() async throws {
      let bytes = Array("HTTP/1.1 200 OK\r\nA: ".utf8) + [0xE4] + Array("\r\nB: b\r\n\r\nhi".utf8)
      let server = try TestServer { _ in TestAnswer([.send(bytes), .close]) }
      let response = try await HTTPClient().send(HTTPRequest(try WebAddress(server.address)))
      #expect(response.head["B"] == "b" && response.head["A"] == "\u{FFFD}")
    }

    @Test func `fields of one name are one field`() async throws {
      #expect(try await send("HTTP/1.1 200 OK\r\nA: b\r\na: c\r\nA: b\r\n\r\n").head["A"] == "b, c, b")
    }

    @Test(arguments: [
      (String(repeating: "A: b\r\n", count: 1_001), "its head has more than 1000 fields"),
      (String(repeating: "A: \(String(repeating: "b", count: 1_000))\r\n", count: 66), "its head is longer than 65536 bytes"),
      ("A: \(String(repeating: "b", count: 66_000))\r\n", "its head is longer than 65536 bytes"),
    ])
    func `a head beyond the limits is an error`(lines: String, reason: String) async {
      await #expect(throws: HTTPTrouble.unusable(reason)) { try await send("HTTP/1.1 200 OK\r\n\(lines)\r\n") }
    }

    @Test func `heads that say that there will be one do not go on without end`() async {
      let early = String(repeating: "HTTP/1.1 103 Early\r\n\r\n", count: 4_000)
      await #expect(throws: HTTPTrouble.unusable("its head is longer than 65536 bytes")) { try await send(early) }
    }

    @Test func `fields after a body are not its head's`() async throws {
      let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: A\r\n\r\n"
      let response = try await send(head + "2\r\nhi\r\n0\r\nA: b\r\nContent-Length: 9\r\n\r\n")
      #expect(response.body == Data("hi".utf8) && response.head["A"] == nil && response.head["Content-Length"] == nil)
    }

    @Test func `fields after a body have the limits of a head`() async throws {
      let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n"
      let line = "A: \(String(repeating: "b", count: 1_000))\r\n"
      await #expect(throws: HTTPTrouble.self) { try await send(head + String(repeating: line, count: 100) + "\r\n") }
    }
  }
#endif
