import AnalyticsLogger
import Foundation
import Lifebus
import TestSupport
import Testing

@Suite struct LoggerTroubleTests {
  let folder: TemporaryFolder
  let talk = Talk()

  init() throws {
    folder = try TemporaryFolder()
  }

  func plugin(_ file: String = "events.jsonl") throws -> AnalyticsLoggerPlugin {
    try AnalyticsLoggerPlugin(options: .init(file: file), context: PluginContext(folder, talk: talk))
  }

  static let whole = #"{"specversion":"1.0","id":"1","source":"lifebus"}"# + "\n"

  @Test(arguments: ["{", #"{"specversion":"1.0","id":"2","sou"#, "\0\0\0\0", "{\"spec\0\0", #"{"specversion":"1.0","id":"2"}"#])
  func `a last line that is not whole is cut off at the start`(piece: String) async throws {
    for start in ["", Self.whole, String(repeating: Self.whole, count: 3000)] {
      try folder.write(start + piece, to: "events.jsonl")
      let talk = Talk()
      let plugin = try AnalyticsLoggerPlugin(
        options: .init(file: "events.jsonl"), context: PluginContext(folder, talk: talk))
      let bus = try await LifecycleBus.with(plugin)
      #expect(folder.text(at: "events.jsonl") == start)
      #expect(talk.lines.first?.hasSuffix("its last \(piece.utf8.count) bytes are cut off") == true)
      await bus.shutdown()
    }
  }

  @Test func `a long piece of a line is cut off`() async throws {
    let piece = #"{"specversion":"1.0","id":""# + String(repeating: "x", count: 200_000)
    try folder.write(Self.whole + piece, to: "events.jsonl")
    try await plugin().start()
    #expect(folder.text(at: "events.jsonl") == Self.whole)
  }

  @Test(arguments: ["notes", "one line\nnotes", #"{"spec": 1"#])
  func `a file that is somebody else's is an error, and stays as it is`(text: String) async throws {
    try folder.write(text, to: "events.jsonl")
    let plugin = try plugin()
    await #expect { try await plugin.start() } throws: { "\($0)".contains("set another 'file'") }
    #expect(folder.text(at: "events.jsonl") == text)
  }

  @Test func `a folder in the file's place is an error`() async throws {
    try folder.makeFolder("events.jsonl")
    let plugin = try plugin()
    let error = await #expect(throws: AnalyticsLoggerError.self) { try await plugin.start() }
    #expect(error?.description == "'\(folder["events.jsonl"])' cannot be opened: Is a directory")
  }

  @Test func `a second logger on a file is an error until the first is stopped`() async throws {
    let bus = try await LifecycleBus.with(try plugin())
    let second = try plugin()
    await #expect { try await second.start() } throws: { "\($0)".contains("is written to by another process") }
    await bus.shutdown()
    try await second.start()
  }

  @Test func `a file that somebody removes is made anew`() async throws {
    let bus = try await LifecycleBus.with(try plugin())
    try await bus.deliver(Launch(cause: .user))
    try folder.remove("events.jsonl")
    try await bus.deliver(Custom("next"))
    #expect(folder.text(at: "events.jsonl")?.split(separator: "\n").count == 1)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `on a full disk the delivery fails with the reason, and no other handler is touched`() async throws {
    let bus = try await LifecycleBus.with(try plugin("/dev/full"))
    let guest = Guest()
    try bus.register(guest) { on in on(Custom.self) { guest, delivery in guest.names.append(delivery.event.name) } }
    bus.post(Launch(cause: .user))
    let outcomes = try await bus.deliver(Custom("bought"))
    #expect(outcomes["analytics-logger"] == .failed("'/dev/full' cannot be written to: No space left on device"))
    #expect(outcomes["guest"] == .done)
    #expect(await guest.names == ["bought"])
  }

  @Test func `a line of which the disk takes only a part is taken back, and the next one is whole`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let plugin = try AnalyticsLoggerPlugin(options: .init(file: "events.jsonl"), context: PluginContext(folder))
      let bus = try await LifecycleBus.with(plugin)
      try await bus.deliver(Launch(cause: .user))
      let before = try #require(folder.text(at: "events.jsonl"))
      limitFileSizes(to: before.utf8.count + 50)
      for _ in 0..<2 {
        let outcome = try await bus.deliver(Custom("lost"))["analytics-logger"]
        try #require(outcome?.reason?.contains("cannot be written to: only 50 of ") == true)
        try #require(folder.text(at: "events.jsonl") == before)
      }
      limitFileSizes(to: 1_000_000)
      try await bus.deliver(Custom("written"))
      let lines = try #require(folder.text(at: "events.jsonl")).split(separator: "\n")
      try #require(lines.count == 2 && lines[1].contains("written") && lines[1].hasSuffix("}}"))
    }
  }
}
