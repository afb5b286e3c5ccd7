import Foundation
import HTTPTestServer
import Lifebus
import LifebusHTTP
import Sync
import Synchronization
import TestSupport
import Testing

/// Servers that do what no good one does.
@Suite(.timeLimit(.minutes(1))) struct BadWebServerTests {
  /// A server that answers well once, and then as it is told.
  func stage(then answer: TestAnswer, headers: [String: String] = [:]) async throws -> (SyncStage, TestServer) {
    let isFirst = Mutex(true)
    let server = try TestServer { _ in
      isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst ? .reply(200, "old", headers: headers) : answer
      }
    }
    let stage = try await SyncStage([server.address + "/a"])
    #expect(try await stage.run().outcome == .done)
    return (stage, server)
  }

  @Test(arguments: [
    TestAnswer([.head(200, length: 9), .text("new"), .close]), TestAnswer([.head(200, length: 9), .close]),
    TestAnswer([.head(200, headers: ["Transfer-Encoding": "chunked"]), .text("3\r\nnew\r\n"), .close]),
    TestAnswer([.head(200, headers: ["Transfer-Encoding": "chunked"]), .text("9\r\nnew"), .close]),
    TestAnswer([.head(200, length: 3, headers: ["Content-Encoding": "gzip"]), .text("new")]),
    TestAnswer([.text("new"), .close]), TestAnswer([.close]), .reply(304), .reply(301), .reply(201, "new"), .reply(999, "new"),
  ])
  func `an answer that is not whole, or not the one that was asked for, replaces nothing`(answer: TestAnswer) async throws {
    let (stage, server) = try await stage(then: answer)
    let (outcome, report) = try await stage.run()
    #expect(report == SyncStage.report(failed: 1) && outcome?.reason?.contains("/a' is not fetched: ") == true)
    #expect(stage.text == "old" && server.requests.count > 1)
  }

  @Test func `an answer with an empty body is an empty file`() async throws {
    let (stage, server) = try await stage(then: .reply(200))
    #expect(try await stage.run() == (.done, SyncStage.report(copied: 1)))
    #expect(stage.text == "" && server.requests.count == 2)
  }

  @Test(arguments: [
    [:], ["ETag": "1"], ["ETag": #""ä""#], ["ETag": #"""#], ["ETag": #"W/""#], ["ETag": #""a"; "b""#], ["ETag": #""a b""#],
    ["Last-Modified": "yesterday"], ["Last-Modified": "Thu, 41 Jan 1970 00:00:00 GMT"],
    ["Last-Modified": "Thu, 01 Jan 1970 00:00:00 GMT\""], ["Last-Modified": "0"],
    ["ETag": #"""# + String(repeating: "a", count: 2_000) + #"""#],
    ["Last-Modified": "Thu, 01 Jan 1970 00:00:00 GMT", "Date": "Thu, 01 Jan 1970 00:00:00 GMT"],
  ])
  func `what tells two contents apart for nobody is not used`(headers: [String: String]) async throws {
    let (stage, server) = try await stage(then: .reply(200, "new"), headers: headers)
    #expect(try await stage.run().report["copied"] == "1")
    #expect(server.requests.last?.headers["if-none-match"] == nil && server.requests.last?.headers["if-modified-since"] == nil)
  }

  @Test(arguments: [#""1""#, #"W/"1""#]) func `an entity tag goes back as it came, and alone`(tag: String) async throws {
    let headers = ["ETag": tag, "Last-Modified": "Thu, 01 Jan 1970 00:00:00 GMT"]
    let (stage, server) = try await stage(then: .reply(304), headers: headers)
    #expect(try await stage.run() == (.done, SyncStage.report(unchanged: 1)))
    #expect(server.requests.last?.headers["if-none-match"] == tag)
    #expect(server.requests.last?.headers["if-modified-since"] == nil)
  }

  @Test func `after a redirect that moves nothing stale stays`() async throws {
    let isMoved = Mutex(false)
    let server = try TestServer { request in
      let place = isMoved.withLock { $0 } ? "/v2" : "/v1"
      if request.target == "/a" { return .reply(302, headers: ["Location": place]) }
      if request.headers["if-none-match"] != nil { return .reply(304) }
      return .reply(200, request.target, headers: ["ETag": #""1""#])
    }
    let stage = try await SyncStage([server.address + "/a"])
    for expected in ["/v1", "/v1", "/v2"] {
      isMoved.withLock { $0 = expected == "/v2" }
      #expect(try await stage.run().outcome == .done)
      #expect(stage.text == expected)
    }
  }

  @Test func `a resource that begins to redirect is what is found there`() async throws {
    let (stage, server) = try await stage(
      then: .reply(302, headers: ["Location": "/b"]), headers: ["ETag": #""1""#])
    // All answers but the first redirect.
    #expect(try await stage.run().outcome?.reason?.contains("it redirects more than 5 times") == true)
    #expect(server.requests.dropFirst(2).allSatisfy { $0.headers["if-none-match"] == nil } && stage.text == "old")
  }

  @Test func `an address is named without its query, and twice is fetched once`() async throws {
    let server = try TestServer { _ in .reply(500) }
    let stage = try await SyncStage([server.address + "/a?key=SECRET", server.address + "/a?key=SECRET"])
    #expect(
      try await stage.run().outcome?.reason
        == "1 of 1 not mirrored: '\(server.address)/a?…' is not fetched: the server answered 500")
    #expect(server.requests.map(\.target) == ["/a?key=SECRET"] && !stage.talk.lines.joined().contains("SECRET"))
  }

  @Test func `a folder that has the name of a draft is named`() async throws {
    let server = try TestServer { _ in .reply(200, "one") }
    let stage = try await SyncStage([server.address + "/a"])
    _ = try await stage.run()
    try stage.folder.makeFolder("mirror/" + stage.mirrored[0].dropLast() + MirrorPlan.temporary)
    #expect(
      try await stage.run().outcome?.reason?.contains(
        "/a' cannot be mirrored: '\(MirrorPlan.temporary)' is in the way beside the copy: ") == true)
  }

  @Test func `a folder in the place of what is known of the copies is told, and all is transferred`() async throws {
    let server = try TestServer { _ in .reply(200, "one", headers: ["ETag": #""1""#]) }
    let stage = try await SyncStage([server.address + "/a"])
    try stage.folder.makeFolder("mirror/%validators")
    for _ in 1...2 { #expect(try await stage.run() == (.done, SyncStage.report(copied: 1, bytes: 3))) }
    #expect(
      stage.talk.lines.last
        == "'%validators' of the mirror cannot be written: Is a directory; what came is transferred once more in the next run")
  }

  @Test func `a place that is taken fails, and the others are mirrored`() async throws {
    let server = try TestServer { _ in .reply(200, "one") }
    let stage = try await SyncStage([server.address + "/a", server.address + "/b"])
    _ = try await stage.run()
    try stage.folder.remove("mirror/" + stage.mirrored[0])
    try stage.folder.makeFolder("mirror/" + stage.mirrored[0].dropLast() + "a")
    let (outcome, report) = try await stage.run()
    #expect(report == SyncStage.report(copied: 1, failed: 1, bytes: 3))
    #expect(outcome?.reason?.hasSuffix("/a' cannot be mirrored: Is a directory") == true)
  }
}

// MARK: What is known of the copies

extension BadWebServerTests {
  static let known = "mirror/%validators"

  /// A server that says at each request whether anything is known yet, and then waits.
  func server(in folder: TemporaryFolder, _ latch: Latch? = nil) throws -> TestServer {
    try TestServer { request in
      let isKnown = folder.text(at: Self.known) != nil
      let answer = TestAnswer.reply(200, "\(isKnown)", headers: ["ETag": #""1""#])
      return request.target == "/b" ? latch.map(answer.after) ?? answer : answer
    }
  }

  @Test func `what servers have said is written once, when all were asked`() async throws {
    let folder = try TemporaryFolder()
    let server = try server(in: folder)
    let stage = try await SyncStage(["/a", "/b", "/c"].map { server.address + $0 }, in: folder)
    _ = try await stage.run()
    #expect(stage.mirrored.map { folder.text(at: "mirror/" + $0) } == ["false", "false", "false"])
    #expect(folder.text(at: Self.known)?.components(separatedBy: "entityTag").count == 4)
  }

  @Test func `what servers have said until a run is cut off is written`() async throws {
    let (folder, latch) = (try TemporaryFolder(), Latch())
    let server = try server(in: folder, latch)
    let stage = try await SyncStage(["/a", "/b"].map { server.address + $0 }, in: folder, user: "alice")
    stage.bus.report(.active)
    await server.requests(2)
    stage.bus.gate("auth-gate").close("signed out")
    try await stage.bus.idle()
    latch.open()
    #expect(folder.text(at: Self.known)?.components(separatedBy: "entityTag").count == 2)
  }

  @Test(arguments: [#"ä\""#, #"a\r\nX: y"#, "", "a", #"\""#])
  func `what is known and could not be sent is as if nothing were known`(tag: String) async throws {
    let server = try TestServer { _ in .reply(200, "one", headers: ["ETag": #""1""#]) }
    let stage = try await SyncStage([server.address + "/a"])
    _ = try await stage.run()
    let known = try #require(stage.folder.text(at: Self.known))
    let damaged = known.replacing(#""\"1\"""#, with: "\"\(tag)\"")
    #expect(damaged != known)
    try stage.folder.write(damaged, to: Self.known)
    #expect(try await stage.run() == (.done, SyncStage.report(copied: 1, bytes: 3)))
    #expect(server.requests.allSatisfy { $0.headers["if-none-match"] == nil })
  }
}

// MARK: Ends

extension BadWebServerTests {
  @Test func `a process that is killed in a transfer leaves no copy, and one piece`() async throws {
    let folder = try TemporaryFolder()
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
      let latch = Latch()
      let megabytes = TestAnswer.Step.text(String(repeating: "a", count: 16 << 20))
      let server = try TestServer { _ in TestAnswer([.head(200, length: 1 << 30), megabytes, .open(latch), .hang]) }
      let stage = try await SyncStage(
        [server.address + "/a"], in: TemporaryFolder(taking: path), change: { $0.maxBytes = 1 << 30 })
      Thread.detachNewThread {
        latch.wait()
        kill(getpid(), SIGKILL)
      }
      _ = try await stage.run()
    }
    let files = folder.files(in: "mirror")
    #expect(files.count == 1 && files.allSatisfy { $0.hasSuffix("+/\(MirrorPlan.temporary)") })
  }

  @Test(arguments: [404, 200]) func `what a killed process has left of a transfer is removed by the next run`(status: Int)
    async throws
  {
    let server = try TestServer { _ in .reply(status, "one") }
    let stage = try await SyncStage([server.address + "/a"])
    let folder =
      "mirror/" + WebPlace.place(of: try WebAddress(server.address + "/a"), user: nil).dropLast().joined(separator: "/")
    try stage.folder.write("piece", to: folder + "/" + MirrorPlan.temporary)
    _ = try await stage.run()
    #expect(stage.mirrored.count == (status == 200 ? 1 : 0) && server.requests.count == 1)
    #expect(stage.text == (status == 200 ? "one" : nil))
  }

  @Test func `without room the old copy stays, and no piece is left`() async {
    await #expect(processExitsWith: .success) {
      let length = Mutex(3)
      let server = try TestServer { _ in .reply(200, String(repeating: "a", count: length.withLock { $0 })) }
      let stage = try await SyncStage([server.address + "/a"])
      _ = try await stage.run()
      length.withLock { $0 = 300_000 }
      limitFileSizes(to: 200_000)
      let outcome = try await stage.run().outcome
      try #require(outcome?.reason?.hasSuffix("/a' cannot be mirrored: File too large") == true)
      try #require(stage.text == "aaa")
      limitFileSizes(to: 400_000)
      try #require(try await stage.run().outcome == .done)
      try #require(stage.text?.count == 300_000)
    }
  }

  @Test func `a shutdown ends a transfer when its grace is over, and no piece of it is left`() async throws {
    let server = try TestServer { _ in TestAnswer([.head(200, length: 9), .text("a"), .hang]) }
    let stage = try await SyncStage([server.address + "/a"])
    stage.bus.report(.active)
    await server.requests(1)
    let report = await stage.bus.shutdown(grace: .zero)
    #expect(report.leftovers.count == 1 && stage.folder.files(in: "mirror") == [])
  }
}
