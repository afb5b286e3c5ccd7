#if os(Linux)
  import Foundation
  import HTTPTestServer
  import LifebusHTTP
  import LifebusThreads
  import Testing

  /// In processes of their own, whose peak is theirs alone.
  @Suite(.timeLimit(.minutes(1))) struct MemoryTests {
    static let allowance = 8 << 20

    /// The most memory that the process has had, in bytes.
    static func peak() throws -> Int {
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
      return try #require(Int(line.split { " \t".contains($0) }[1])) << 10
    }

    /// A server that sends 64 MiB, and a request that has been sent to it once.
    static func warmUp() async throws -> (TestServer, HTTPRequest) {
      let server = try TestServer { _ in TestAnswer([.head(200), .flood]) }
      let request = HTTPRequest(try WebAddress(server.address))
      _ = try? await HTTPClient().send(request)
      return (server, request)
    }

    @Test func `a body beyond the limit takes no memory beyond it`() async {
      await #expect(processExitsWith: .success) {
        let (server, request) = try await Self.warmUp()
        let before = try Self.peak()
        for _ in 0..<20 { _ = try? await HTTPClient().send(request) }
        try #require(server.requests.count == 21)
        try #require(try Self.peak() - before < Self.allowance)
      }
    }

    struct Enough: Error {}

    @Test func `a body that is handed on takes none`() async {
      await #expect(processExitsWith: .success) {
        var (server, request) = try await Self.warmUp()
        request.bodyLimit = .max
        let before = try Self.peak()
        let count = Lock(0)
        _ = try? await HTTPClient().send(request) { _, part in
          let all = count.withLock { count in
            count += part.count
            return count
          }
          if all == 64 << 20 { throw Enough() }
        }
        try #require(count.withLock { $0 } == 64 << 20 && server.requests.count == 2)
        try #require(try Self.peak() - before < Self.allowance)
      }
    }
  }
#endif
