import Foundation
import HTTPTestServer
import Lifebus
import Sync
import TestSupport
import Testing

/// The sync against a real web server, whose log is the witness.
@Suite(.timeLimit(.minutes(1))) struct NginxTests {
  let site: TemporaryFolder

  init() throws { site = try TemporaryFolder() }

  @Test(arguments: ["", "gzip on; gzip_types *; gzip_min_length 1;"])
  func `the second sync transfers nothing`(rules: String) async throws {
    try site.write(String(repeating: "one ", count: 1_000), to: "www/articles/first.md")
    try site.write("home", to: "www/index.html")
    let nginx = try Nginx(in: site.path, rules: rules)
    let stage = try await SyncStage([nginx.address + "/articles/first.md", nginx.address])
    #expect(try await stage.run() == (.done, SyncStage.report(copied: 2, bytes: 4_004)))
    let files = stage.mirrored
    #expect(try await stage.run() == (.done, SyncStage.report(unchanged: 2)))
    let host = nginx.address.dropFirst("http://".count).replacing(":", with: "%3a")
    #expect(files == ["%web/http/\(host)+/+index", "%web/http/\(host)+/articles+/first.md"] && stage.mirrored == files)
    #expect(stage.folder.text(at: "mirror/" + files[1])?.count == 4_000 && stage.talk.lines.isEmpty)

    let log = try nginx.stop()
    #expect(log.map(\.target) == ["/articles/first.md", "/", "/articles/first.md", "/"])
    #expect(log.map(\.status) == [200, 200, 304, 304])
    #expect(log[..<2].allSatisfy { $0.ifNoneMatch == "-" && $0.bytes > 0 })
    #expect(log[2...].allSatisfy { $0.ifNoneMatch != "-" && $0.bytes == 0 })
  }

  @Test func `what has changed on the server is replaced, in the next process too`() async throws {
    try site.write("old", to: "www/a")
    let nginx = try Nginx(in: site.path)
    let first = try await SyncStage([nginx.address + "/a"])
    #expect(try await first.run().report["copied"] == "1")
    await first.bus.shutdown()
    let second = try await SyncStage([nginx.address + "/a"], in: first.folder)
    #expect(try await second.run().report["unchanged"] == "1")
    try site.write("newer", to: "www/a")
    #expect(try await second.run().report["copied"] == "1")
    #expect(second.text == "newer")
    #expect(try nginx.stop().map(\.description) == ["/a 200 3", "/a 304 0", "/a 200 5"])
  }

  @Test func `without an entity tag the time of the last change is what counts`() async throws {
    try site.write("old", to: "www/a")
    try site.setModified(Date(timeIntervalSinceNow: -100), of: "www/a")
    let nginx = try Nginx(in: site.path, rules: "etag off;")
    let stage = try await SyncStage([nginx.address + "/a"])
    for _ in 1...2 { _ = try await stage.run() }
    let log = try nginx.stop()
    #expect(log.map(\.status) == [200, 304] && log[1].ifModifiedSince.hasSuffix(" GMT"))
  }

  @Test func `a copy that is gone or was changed by somebody is transferred again`() async throws {
    try site.write("one", to: "www/a")
    let nginx = try Nginx(in: site.path)
    let stage = try await SyncStage([nginx.address + "/a"])
    _ = try await stage.run()
    try stage.folder.remove("mirror/" + stage.mirrored[0])
    #expect(try await stage.run().report["copied"] == "1")
    try stage.folder.overwrite("mirror/" + stage.mirrored[0], with: "two")
    #expect(try await stage.run().report["copied"] == "1")
    #expect(stage.text == "one")
    #expect(try nginx.stop().allSatisfy { $0.status == 200 && $0.ifNoneMatch == "-" })
  }

  @Test(arguments: ["", "{", "[]", #"{"entries":{"a":1}}"#, "\u{0}\u{1}"])
  func `what is known of the copies and cannot be read is as if nothing were known`(damage: String) async throws {
    try site.write("one", to: "www/a")
    let nginx = try Nginx(in: site.path)
    let stage = try await SyncStage([nginx.address + "/a"])
    _ = try await stage.run()
    try stage.folder.write(damage, to: "mirror/%validators")
    #expect(try await stage.run() == (.done, SyncStage.report(copied: 1, bytes: 3)))
    #expect(try await stage.run() == (.done, SyncStage.report(unchanged: 1)))
    #expect(try nginx.stop().map(\.status) == [200, 200, 304])
  }

  @Test func `what is missing stays, and the others are mirrored`() async throws {
    try site.write("one", to: "www/a")
    try site.write("two", to: "www/b")
    let nginx = try Nginx(in: site.path, rules: "location /gone { return 410; }")
    let stage = try await SyncStage(["/a", "/gone", "/b"].map { nginx.address + $0 })
    _ = try await stage.run()
    try site.remove("www/a")
    let (outcome, report) = try await stage.run()
    #expect(report == SyncStage.report(unchanged: 1, missing: 2))
    #expect(
      outcome?.reason
        == "2 of 3 not mirrored: '\(nginx.address)/a' is missing: the server answered 404; '\(nginx.address)/gone' is missing: the server answered 410"
    )
    #expect(stage.mirrored.map { stage.folder.text(at: "mirror/" + $0) } == ["one", "two"])
  }

  @Test(arguments: [204, 206, 400, 403, 405, 500, 503])
  func `another status is a failure that names it, and changes nothing`(status: Int) async throws {
    try site.write("one", to: "www/a")
    try site.write("", to: "www/other")
    let nginx = try Nginx(in: site.path, rules: "if (-f $document_root/off) { return \(status) no; }")
    let stage = try await SyncStage([nginx.address + "/a"])
    _ = try await stage.run()
    try site.write("", to: "www/off")
    #expect(
      try await stage.run().outcome
        == .failed("1 of 1 not mirrored: '\(nginx.address)/a' is not fetched: the server answered \(status)"))
    #expect(stage.text == "one")
    try site.remove("www/off")
    #expect(try await stage.run() == (.done, SyncStage.report(unchanged: 1)))
  }

  @Test func `a redirect within the origin is followed, and another or one too many is not`() async throws {
    try site.write("there", to: "www/to")
    let nginx = try Nginx(
      in: site.path,
      rules: """
        absolute_redirect off;
        location /from { return 302 /to; }
        location /out { return 302 http://localhost:1/; }
        location /round { return 307 /round; }
        """)
    let stage = try await SyncStage(["/from", "/out", "/round"].map { nginx.address + $0 })
    let (outcome, report) = try await stage.run()
    #expect(report == SyncStage.report(copied: 1, failed: 2, bytes: 5))
    #expect(outcome?.reason?.contains("leads to another origin") == true && stage.text == "there")
    #expect(outcome?.reason?.contains("it redirects more than 5 times") == true)
    // What a redirect leads to may be another thing each time.
    #expect(try await stage.run().report["copied"] == "1")
    let log = try nginx.stop()
    #expect(log.count(where: { $0.target == "/round" }) == 14 && log.allSatisfy { $0.ifNoneMatch == "-" })
  }

  @Test func `a body beyond the limit replaces nothing`() async throws {
    try site.write(String(repeating: "a", count: 1_000), to: "www/a")
    let nginx = try Nginx(in: site.path)
    let stage = try await SyncStage([nginx.address + "/a"], change: { $0.maxBytes = 1_000 })
    #expect(try await stage.run().outcome == .done)
    try site.write(String(repeating: "b", count: 1_001), to: "www/a")
    #expect(try await stage.run().outcome?.reason?.hasSuffix("the answer is longer than 1000 bytes") == true)
    #expect(stage.text == String(repeating: "a", count: 1_000))
  }

  @Test func `a body that does not end within the time replaces nothing`() async throws {
    try site.write(String(repeating: "a", count: 100_000), to: "www/a")
    let nginx = try Nginx(in: site.path, rules: "limit_rate 1000;")
    let stage = try await SyncStage([nginx.address + "/a"], change: { $0.timeoutSeconds = 0.3 })
    #expect(try await stage.run().outcome?.reason?.contains("there is no whole answer within 0.3 seconds") == true)
    #expect(stage.folder.files(in: "mirror") == [])
  }

  @Test func `a gate that closes ends a transfer at once, and no piece of it is left`() async throws {
    try site.write(String(repeating: "a", count: 100_000), to: "www/slow")
    let nginx = try Nginx(in: site.path, rules: "limit_rate 1000;")
    let (lines, line) = AsyncStream<String>.makeStream()
    let stage = try await SyncStage(
      ["/missing", "/slow"].map { nginx.address + $0 }, user: "alice", onLine: { line.yield($0) })
    stage.bus.report(.active)
    for await _ in lines { break }
    let start = ContinuousClock.now
    stage.bus.gate("auth-gate").close("signed out")
    try await stage.bus.idle()
    // All of it would take a hundred seconds.
    #expect(ContinuousClock.now - start < .seconds(30))
    #expect(stage.folder.files(in: "mirror") == [])
  }
}
