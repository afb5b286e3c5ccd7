import Foundation
import Lifebus
import Sync
import TestSupport
import Testing

@Suite struct SyncTests {
  let folder: TemporaryFolder
  let talk = Talk()

  init() throws {
    folder = try TemporaryFolder()
  }

  func plugin(_ resources: String..., onLine: @escaping @Sendable (String) -> Void = { _ in }) throws -> SyncPlugin {
    try SyncPlugin(
      options: .init(resources: resources, into: "mirror"), context: PluginContext(folder, talk: talk, onLine: onLine))
  }

  func launched(_ plugin: SyncPlugin) async throws -> (LifecycleBus, Recorder) {
    let bus = try await LifecycleBus.with(plugin)
    let recorder = Recorder("sync", on: bus)
    bus.post(Launch(cause: .user))
    return (bus, recorder)
  }

  /// An entry, and what the run of it says.
  func run(_ bus: LifecycleBus, _ recorder: Recorder) async throws -> (Outcome?, [String: String]?) {
    let outcome = try await bus.enter()["sync"]
    try await bus.idle()
    return (outcome, await recorder.next())
  }

  @Test func `files and folders are mirrored, and the next run changes nothing`() async throws {
    try folder.write("one", to: "content/a.txt")
    try folder.write("three", to: "content/deep/er/b.txt")
    try folder.write("", to: "single")
    let (bus, recorder) = try await launched(try plugin("content", "./single"))
    let (outcome, first) = try await run(bus, recorder)
    #expect(outcome == .done)
    #expect(first == ["copied": "3", "unchanged": "0", "missing": "0", "failed": "0", "bytes": "8"])
    #expect(folder.files(in: "mirror") == ["content/a.txt", "content/deep/er/b.txt", "single"])
    #expect(folder.text(at: "mirror/content/deep/er/b.txt") == "three")

    let (_, second) = try await run(bus, recorder)
    #expect(second == ["copied": "0", "unchanged": "3", "missing": "0", "failed": "0", "bytes": "0"])
    #expect(talk.lines.isEmpty)
  }

  @Test func `the mirror is in the plugin's own folder if no option says where`() async throws {
    try folder.write("one", to: "a.txt")
    let url = "file://" + folder["a.txt"]
    let (bus, recorder) = try await launched(try SyncPlugin(options: .init(resources: [url]), context: PluginContext(folder)))
    #expect(try await run(bus, recorder).0 == .done)
    #expect(folder.text(at: "own/mirror/a.txt") == "one")
  }

  @Test func `a file of the same size and time with another content is copied`() async throws {
    let date = Date(timeIntervalSince1970: 1_000_000_000)
    try folder.write("old", to: "a.txt")
    try folder.setModified(date, of: "a.txt")
    let (bus, recorder) = try await launched(try plugin("a.txt"))
    _ = try await run(bus, recorder)
    try folder.write("new", to: "a.txt")
    try folder.setModified(date, of: "a.txt")
    #expect(try await run(bus, recorder).1?["copied"] == "1")
    #expect(folder.text(at: "mirror/a.txt") == "new")
  }

  @Test func `a file that has only another time is not copied`() async throws {
    try folder.write("same", to: "a.txt")
    let (bus, recorder) = try await launched(try plugin("a.txt"))
    _ = try await run(bus, recorder)
    try folder.setModified(Date(timeIntervalSince1970: 1_000_000_000), of: "a.txt")
    #expect(try await run(bus, recorder).1?["unchanged"] == "1")
  }

  @Test func `what is missing is told and its copy kept, and the others are mirrored`() async throws {
    try folder.write("one", to: "a.txt")
    try folder.write("two", to: "b.txt")
    let (bus, recorder) = try await launched(try plugin("a.txt", "b.txt"))
    _ = try await run(bus, recorder)
    try folder.remove("a.txt")
    try folder.write("other", to: "b.txt")
    let (outcome, report) = try await run(bus, recorder)
    #expect(outcome == .failed("1 of 2 not mirrored: '\(folder["a.txt"])' is missing"))
    #expect(report == ["copied": "1", "unchanged": "0", "missing": "1", "failed": "0", "bytes": "5"])
    #expect(talk.lines == ["'\(folder["a.txt"])' is missing"])
    #expect(folder.text(at: "mirror/a.txt") == "one")
    #expect(folder.text(at: "mirror/b.txt") == "other")
  }

  @Test func `a file whose place is taken fails, and the others are mirrored`() async throws {
    try folder.write("one", to: "a.txt")
    try folder.write("two", to: "b.txt")
    try folder.makeFolder("mirror/a.txt")
    let (bus, recorder) = try await launched(try plugin("a.txt", "b.txt"))
    let (outcome, report) = try await run(bus, recorder)
    #expect(outcome == .failed("1 of 2 not mirrored: '\(folder["a.txt"])' cannot be mirrored: Is a directory"))
    #expect(report?["copied"] == "1" && report?["failed"] == "1")
    #expect(folder.files(in: "mirror") == ["b.txt"])
  }

  @Test func `what a killed run has left is replaced`() async throws {
    try folder.write("whole", to: "a.txt")
    try folder.write("who", to: "mirror/\(MirrorPlan.temporary)")
    let (bus, recorder) = try await launched(try plugin("a.txt"))
    #expect(try await run(bus, recorder).0 == .done)
    #expect(folder.files(in: "mirror") == ["a.txt"])
  }

  @Test func `a mirror that cannot be made ends the start`() async throws {
    try folder.write("", to: "mirror")
    let plugin = try plugin("a.txt")
    await #expect { try await plugin.start() } throws: { error in
      "\(error)" == "'\(folder["mirror"])' cannot be the mirror: Not a directory"
    }
  }
}

// MARK: When it runs

extension SyncTests {
  @Test func `what comes while it runs becomes one more run`() async throws {
    let bus = LifecycleBus()
    let plugin = try plugin("missing") { [weak bus] _ in
      guard let bus, bus.snapshot().entries == 1 else { return }
      for _ in 0..<5 {
        bus.report(.background)
        bus.report(.active)
      }
    }
    try await plugin.start()
    try plugin.register(on: bus)
    bus.post(Launch(cause: .user))
    bus.report(.active)
    try await bus.idle()
    #expect(bus.snapshot().entries == 6)
    #expect(bus.snapshot().handlers.first?.counts == ["failed": 2, "collapsed": 4])
  }

  @Test(arguments: [GateOptions.OnClose.cancelRunning, .letRun])
  func `it waits for the gate, and a sign-out stops it between two files`(onClose: GateOptions.OnClose) async throws {
    try folder.write("one", to: "a.txt")
    let bus = LifecycleBus()
    let plugin = try plugin("missing", "a.txt") { [weak bus, talk] _ in
      if talk.lines.count == 1 { bus?.gate("auth-gate").close("signed out") }
    }
    try await plugin.start()
    try plugin.register(on: bus)
    try bus.register(Guest(name: "auth-gate"), policy: Policy(gate: GateOptions(limit: .none, onClose: onClose))) { _ in }
    bus.post(Launch(cause: .user))
    bus.report(.active)
    #expect(talk.lines.isEmpty)
    bus.gate("auth-gate").open("alice")
    try await bus.idle()
    #expect(talk.lines.count == 1)
    #expect(folder.files(in: "mirror") == [])
    bus.gate("auth-gate").open("alice")
    try await bus.idle()
    #expect(folder.files(in: "mirror") == ["a.txt"])
  }
}
