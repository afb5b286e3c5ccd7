import AnalyticsLogger
import Foundation
import Lifebus
import LifebusLedgerFile
import LifebusTestKit
import TestSupport
import Testing

/// The logger on a bus with a ledger, in processes that are killed.
@Suite struct KilledLoggerTests {
  /// Without a rotation; with some, after each tenth and after each fifth line.
  static let sizes = [1_000_000, 2_000, 1_024]

  @Test(arguments: WriteFaults.Point.allCases, sizes)
  func `a process that is killed while it writes, at any point of any line, leaves each event once`(
    point: WriteFaults.Point, maxBytes: Int
  ) async throws {
    for count in 1...14 {
      let lives = try LoggerLives(maxBytes: maxBytes)
      let end = try await lives.live(1...12, killedAt: time(count, of: .line(point)))
      #expect(end != nil || point == .moves || count > 13)
      try await lives.live(1...14)
      try lives.expectEachOnce(1...14, "\(point) \(count)")
      #expect(lives.talk.lines == [])
    }
  }

  @Test(arguments: FaultPoints.Point.allCases, sizes)
  func `a process that is killed while the ledger keeps something leaves each event once`(
    point: FaultPoints.Point, maxBytes: Int
  ) async throws {
    for count in [1, 2, 3, 5, 7] {
      let lives = try LoggerLives(.sqlite, maxBytes: maxBytes)
      let end = try await lives.live(1...12, killedAt: time(count, of: .ledger(point)))
      // How often the disk is asked depends on how quick it is.
      #expect(end != nil || point == .synchronized, "\(point) \(count)")
      try await lives.live(1...14)
      try lives.expectEachOnce(1...14, "\(point) \(count)")
      #expect(lives.talk.lines == [])
    }
  }

  @Test(arguments: WriteFaults.Point.allCases, [0, 1])
  func `where full files go, the newest events are there once`(
    point: WriteFaults.Point, keep: Int
  ) async throws {
    for count in 1...13 {
      let lives = try LoggerLives(maxBytes: 1_024, keep: keep)
      try await lives.live(1...12, killedAt: time(count, of: .line(point)))
      try await lives.live(1...14)
      try lives.expectEndOnce(14, "\(point) \(count)")
    }
  }

  @Test func `a process that is killed again and again at one event leaves it once, with one id`() async throws {
    let lives = try LoggerLives(maxBytes: 1_024)
    var ids: Set<String> = []
    let points = WriteFaults.Point.allCases.filter { $0 != .moves }
    for point in points + points.reversed() {
      try await lives.live(killedAt: time(1, of: .line(point)))
      if point == .written { ids.formUnion(try lives.lines().map(\.id)) }
    }
    try await lives.live(1...14)
    try lives.expectEachOnce(1...14)
    #expect(ids == [try #require(lives.lines().first).id])
  }

  @Test func `a line of which the process has written a part is there once`() async throws {
    for cut in stride(from: 1, to: 180, by: 14) {
      let lives = try LoggerLives()
      try await lives.live(1...12, killedAt: time(10, of: .line(.written)))
      try lives.folder.shorten("log", by: cut)
      try await lives.live(1...14)
      try lives.expectEachOnce(1...14, "\(cut) bytes are missing")
    }
  }

  @Test(arguments: [1, 6])
  func `a note that is not whole is none`(count: Int) async throws {
    for cut in stride(from: 1, to: 60, by: 6) {
      let lives = try LoggerLives(maxBytes: 1_024)
      try await lives.live(1...12, killedAt: time(count, of: .line(.placed)))
      try lives.folder.shorten("own/start", by: cut)
      try await lives.live(1...14)
      try lives.expectEachOnce(1...14, "\(cut) bytes are missing")
    }
  }

  @Test(arguments: WriteFaults.Point.allCases.indices)
  func `a process that the system kills leaves each event once`(point: Int) async throws {
    let folder = try TemporaryFolder()
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String, point = point as Int] in
      let lives = try LoggerLives(.sqlite, in: TemporaryFolder(taking: path), maxBytes: 1_024)
      let isTime = time(point == 1 ? 2 : 7, of: .line(WriteFaults.Point.allCases[point]))
      try await lives.live(1...12) { instant in
        if isTime(instant) { kill(getpid(), SIGKILL) }
        return false
      }
    }
    let lives = try LoggerLives(.sqlite, in: folder, maxBytes: 1_024)
    try await lives.live(1...14)
    try lives.expectEachOnce(1...14)
  }

  @Test(arguments: 1...UInt64(30))
  func `whenever processes are killed, each event is there once`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let kind = LoggerLives.Kind.allCases.randomElement(using: &random) ?? .memory
    let lives = try LoggerLives(kind, maxBytes: Int.random(in: 1_024...3_000, using: &random))
    for life in 1...Int.random(in: 2...12, using: &random) {
      let end = try await lives.live(1...(5 * life), killedAt: after(Int.random(in: 0...120, using: &random)))
      guard end == .line(.written), Bool.random(using: &random) else { continue }
      try lives.folder.shorten("log", by: Int.random(in: 1...180, using: &random))
    }
    try await lives.live(1...100)
    try lives.expectEachOnce(1...100, "seed \(seed), \(kind)")
  }
}
