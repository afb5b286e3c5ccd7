import Foundation
import HTTPTestServer
import Lifebus
import Sync
import Synchronization
import TestSupport
import Testing

/// Servers that want to be left alone.
@Suite(.timeLimit(.minutes(1))) struct RetryAfterTests {
  let site: TemporaryFolder
  let calendar = Calendar()

  init() throws {
    site = try TemporaryFolder()
    try site.write("one", to: "www/a")
    try site.write("two", to: "www/b")
    try site.write("", to: "www/busy")
  }

  /// A time that goes on when the test says so.
  final class Calendar: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_900_000_000))
    var now: Date { time.withLock { $0 } }
    func advance(by seconds: TimeInterval) { time.withLock { $0 += seconds } }
  }

  func stage(_ resources: [String]) async throws -> SyncStage {
    try await SyncStage(resources, now: { [calendar] in calendar.now })
  }

  @Test func `a busy server is left alone for as long as it says, in later runs too, and others are not`() async throws {
    let busy = try Nginx(
      in: site.path,
      rules: """
        location = /a { if (-f $document_root/busy) { return 503 busy; } add_header Retry-After 120 always; }
        """)
    let other = try TestServer { _ in .reply(200, "three") }
    let stage = try await stage([busy.address + "/a", busy.address + "/b", other.address + "/c"])
    let first = try await stage.run()
    #expect(first.report == SyncStage.report(copied: 1, failed: 2, bytes: 5))
    #expect(
      first.outcome?.reason
        == "2 of 3 not mirrored: '\(busy.address)/a' is not fetched: the server answered 503, and wants to be left alone for 120 s; '\(busy.address)/b' is not fetched: the server wants to be left alone for 120 s"
    )
    try site.remove("www/busy")
    calendar.advance(by: 119)
    #expect(try await stage.run().outcome?.reason?.contains("wants to be left alone for 1 s") == true)
    calendar.advance(by: 1)
    #expect(try await stage.run().report["copied"] == "3")
    #expect(try busy.stop().map(\.description) == ["/a 503 4", "/a 200 3", "/b 200 3"])
  }

  @Test(arguments: [429, 503]) func `a date is obeyed too, and at most for a day`(status: Int) async throws {
    let server = try TestServer { _ in
      .reply(status, headers: ["Retry-After": "Fri, 01 Jan 2100 00:00:00 GMT"])
    }
    let stage = try await stage([server.address + "/a"])
    #expect(try await stage.run().outcome?.reason?.hasSuffix("wants to be left alone for 86400 s") == true)
    _ = try await stage.run()
    calendar.advance(by: 86_400)
    _ = try await stage.run()
    #expect(server.requests.count == 2)
  }

  @Test(arguments: [429, 500, 503], ["", "soon", "-1", "0", "Thu, 01 Jan 1970 00:00:00 GMT"])
  func `a busy server that does not say until when is asked in the next run`(status: Int, wish: String) async throws {
    let server = try TestServer { _ in .reply(status, headers: wish.isEmpty ? [:] : ["Retry-After": wish]) }
    let stage = try await stage([server.address + "/a", server.address + "/b"])
    #expect(try await stage.run().outcome?.reason?.hasSuffix("/b' is not fetched: the server answered \(status)") == true)
    #expect(server.requests.count == 2)
  }
}
