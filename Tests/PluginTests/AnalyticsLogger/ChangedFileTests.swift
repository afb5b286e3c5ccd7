import AnalyticsLogger
import Foundation
import Lifebus
import TestSupport
import Testing

/// The logger on a bus with a ledger, whose file somebody else has changed meanwhile.
@Suite struct ChangedFileTests {
  let lives: LoggerLives
  var folder: TemporaryFolder { lives.folder }

  init() throws {
    lives = try LoggerLives()
  }

  var change: String {
    "'\(folder["log"])' is not as the ledger knows it: it was moved, replaced or changed; lines go on at its end"
  }

  /// A process that has written the launch and some events; what the file has then.
  func begin() async throws -> String {
    try await lives.live(1...3)
    return try #require(folder.text(at: "log"))
  }

  @Test func `a file that was moved stays as it is, and lines of the same run go on in a new one`() async throws {
    let text = try await begin()
    try folder.move("log", to: "moved")
    try await lives.live(1...5)
    try await lives.live(1...6)
    #expect(folder.text(at: "moved") == text)
    #expect(try lives.lines().map(\.data.sequence) == Array(5...9))
    #expect(lives.talk.lines == [change])
    let first = try JSONDecoder().decode(LoggerLives.Line.self, from: Data(text.prefix { $0 != "\n" }.utf8))
    #expect(try first.id == lives.lines().first?.id.replacing(/5$/, with: "1"))
  }

  @Test(arguments: ["", "short\n", String(repeating: "long\n", count: 1_000), LoggerTroubleTests.whole])
  func `what somebody has put in the file's place stays, and lines follow it`(text: String) async throws {
    _ = try await begin()
    try folder.remove("log")
    try folder.write("", to: "other")
    try folder.write(text, to: "log")
    try await lives.live(4...5)
    try expectLinesFollow(text)
  }

  @Test(arguments: ["", "short\n", LoggerTroubleTests.whole])
  func `a file that somebody has cut is written on from there`(text: String) async throws {
    _ = try await begin()
    try folder.overwrite("log", with: text)
    try await lives.live(4...5)
    try expectLinesFollow(text)
  }

  @Test func `what somebody has appended stays, also behind a line that is not in the ledger`() async throws {
    try await lives.live(1...3, killedAt: time(3, of: .line(.written)))
    let text = try #require(folder.text(at: "log")) + "a remark\n"
    try folder.overwrite("log", with: text)
    try await lives.live(1...3)
    try expectLinesFollow(text)
  }

  @Test func `a line of the logger's form that another program has appended stays`() async throws {
    let text = try await begin() + LoggerTroubleTests.whole
    try folder.overwrite("log", with: text)
    try await lives.live(4...5)
    try expectLinesFollow(text)
  }

  @Test func `lines that an old copy of the ledger does not know stay`() async throws {
    let lives = try LoggerLives(.sqlite)
    try await lives.live(1...2)
    try FileManager.default.copyItem(atPath: lives.folder["ledger"], toPath: lives.folder["copy"])
    try await lives.live(3...4)
    try lives.folder.remove("ledger")
    try lives.folder.move("copy", to: "ledger")
    let text = try #require(lives.folder.text(at: "log"))
    try await lives.live(5...6)
    #expect(lives.folder.text(at: "log")?.hasPrefix(text) == true)
    #expect(lives.talk.lines.count == 1)
  }

  func expectLinesFollow(_ text: String) throws {
    let log = try #require(folder.text(at: "log"))
    #expect(log.hasPrefix(text))
    #expect(log.dropFirst(text.count).split(separator: "\n").count >= 3)
    #expect(lives.talk.lines == [change])
  }

  @Test(arguments: [nil, LoggerLives.Instant.line(.placed), .line(.written)])
  func `a file that was there before the ledger is written on, without a word`(instant: LoggerLives.Instant?) async throws {
    let text = String(repeating: LoggerTroubleTests.whole, count: 3)
    try folder.write(text, to: "log")
    if let instant { try await lives.live(1...2, killedAt: time(1, of: instant)) }
    try await lives.live(1...2)
    let log = try #require(folder.text(at: "log"))
    #expect(log.hasPrefix(text))
    #expect(log.matches(of: /"id":"n\d"/).count == 2 && log.matches(of: /"sequence":1,/).count == 1)
    #expect(lives.talk.lines == [])
  }

  @Test(arguments: ["2 what a newer version keeps", "", "1 run 7 42"])
  func `what another version has kept in the ledger is left alone, and lines go on at the file's end`(kept: String) async throws
  {
    let text = try await begin()
    try lives.memory?.record([.end("analytics-logger", sequence: 0, outcome: "done", committing: Array(kept.utf8))])
    try await lives.live(1...5)
    try expectLinesFollow(text)
  }

  @Test func `a file that somebody removes while the process runs is made anew`() async throws {
    let plugin = try AnalyticsLoggerPlugin(options: .init(file: "log"), context: PluginContext(folder, talk: lives.talk))
    let bus = try await LifecycleBus.with(plugin, ledger: MemoryLedger())
    try await bus.deliver(Launch(cause: .user))
    try folder.remove("log")
    for _ in 0..<2 { try await bus.deliver(Custom("next")) }
    #expect(try lives.lines().map(\.data.sequence) == [2, 3])
    #expect(lives.talk.lines == [change])
  }
}
