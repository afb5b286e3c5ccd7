import AnalyticsLogger
import Foundation
import Lifebus
import TestSupport
import Testing

/// The logger on a bus with a ledger, in processes that end in order, and beside other things than files.
@Suite struct DurableLoggerTests {
  let folder: TemporaryFolder
  let talk = Talk()

  init() throws {
    folder = try TemporaryFolder()
  }

  func plugin(_ file: String) throws -> AnalyticsLoggerPlugin {
    try AnalyticsLoggerPlugin(options: .init(file: file), context: PluginContext(folder, talk: talk))
  }

  @Test func `an event has the same id in whichever process it is written`() async throws {
    let lives = try LoggerLives()
    try await lives.live(killedAt: time(1, of: .line(.begins)))
    try await lives.live()
    try await lives.live()
    let ids = try lives.lines().map(\.id)
    let run = try #require(ids.first?.dropLast(2))
    #expect(ids == ["\(run)-1", "\(run)-2", "\(run)-3"])
  }

  @Test func `an event of an earlier process says so, and has the time at which it was accepted`() async throws {
    let lives = try LoggerLives()
    try await lives.live(1...2, killedAt: time(2, of: .line(.begins)))
    try await lives.live()
    let lines = try lives.lines()
    let times = lines.compactMap(\.time)
    #expect(times.count == 4 && times == times.sorted())
    #expect(lines.map(\.data.fromEarlierProcess) == [nil, true, true, nil])
  }

  @Test func `a logger that comes late writes no fact that it did not get as an event`() async throws {
    let bus = try LifecycleBus(ledger: MemoryLedger(), version: "1")
    bus.post(Launch(cause: .user))
    bus.report(.active)
    let plugin = try plugin("log")
    try await plugin.start()
    try plugin.register(on: bus)
    try await bus.deliver(Custom("next"))
    #expect(folder.text(at: "log")?.split(separator: "\n").count == 1)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a device needs no mark, and says itself what is wrong with it`() async throws {
    for (device, outcome) in [
      ("/dev/null", Outcome.done), ("/dev/full", .failed("'/dev/full' cannot be written to: No space left on device")),
    ] {
      let ledger = MemoryLedger()
      for _ in 0..<2 {
        let bus = try await LifecycleBus.with(try plugin(device), ledger: ledger)
        bus.post(Launch(cause: .user))
        #expect(try await bus.deliver(Custom("bought"))["analytics-logger"] == outcome)
        await bus.shutdown()
      }
    }
    #expect(talk.lines == [])
  }

  @Test func `an event that cannot be written has failed, and the next one is written behind the last`() async throws {
    let bus = try await LifecycleBus.with(try plugin("log"), ledger: MemoryLedger())
    bus.post(Launch(cause: .user))
    #expect(try await bus.deliver(Bad())["analytics-logger"]?.reason?.contains("Bad") == true)
    try await bus.deliver(Custom("good"))
    let lines = try #require(folder.text(at: "log")).split(separator: "\n")
    #expect(lines.count == 2 && lines[1].contains("custom.good"))
    #expect(talk.lines == [])
  }

  struct Bad: LifecycleEvent, Codable {
    var number = Double.nan
  }
}
