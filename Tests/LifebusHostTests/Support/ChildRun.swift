import Foundation
import Lifebus
import LifebusJSON
import LifebusSystem
import TestSupport

@testable import LifebusHost

/// A plugin that runs as a program of the tests' own, on a bus in this process.
struct ChildRun {
  /// The program, as it was built beside the tests; what it does, events say and its options.
  static let path = BuiltProgram.path(of: "ChildPrograms")

  let folder: TemporaryFolder
  let bus: LifecycleBus
  let plugin: ChildPlugin
  /// What the program and the plugin have told people.
  let log: LineReader
  private let logPipe: Descriptor

  /// - Parameters:
  ///   - answer: What the program says to `start`, but for the version.
  ///   - options: Others of its options.
  ///   - limits: Those of the program; restarts come at once where nothing else is said.
  ///   - environment: The host's.
  ///   - ledger: The bus's, if it has one.
  ///   - path: Another program.
  /// - Throws: What the ledger throws, and what there is of the system.
  init(
    _ answer: String = #""on":["any"]"#, options: [String: String] = [:], limits: ChildLimits = .quick,
    environment: [String: String] = [:], ledger: (any Ledger)? = nil, path: String = ChildRun.path
  ) throws {
    let folder = try TemporaryFolder()
    let bus = try ledger.map { try LifecycleBus(ledger: $0, version: "1") } ?? LifecycleBus()
    let pipe = try Descriptor.pipe()
    var given = JSONObject()
    _ = given.append("answer", .string(#"{"lifebus":1,\#(answer)}"#))
    for (name, value) in options { _ = given.append(name, .string(value)) }
    let context = PluginContext(folder: folder["own"], base: folder.path, version: "1.2") { line in
      try? pipe.writing.write(Array((line + "\n").utf8))
    }
    signal(SIGPIPE, SIG_IGN)
    self.folder = folder
    self.bus = bus
    log = LineReader(pipe.reading)
    logPipe = pipe.writing
    plugin = try ChildPlugin(
      ChildProgram(
        name: "rogue", path: path, options: given, context: context, limits: limits, environment: environment,
        leftovers: LeftoverChildren(in: folder["children"]), clock: WallClock(of: bus)
      ) { bus.now })
  }

  /// Starts the program, registers what it wants, and launches.
  func start() async throws {
    try await plugin.start()
    try await plugin.register(on: bus)
    bus.post(Launch(cause: .user))
  }

  @discardableResult
  func post(_ name: String, _ value: String = "") -> Receipt { bus.post(Custom(name, attributes: ["value": value])) }

  /// How the plugin's delivery of an event ends.
  func outcome(_ name: String, _ value: String = "") async throws -> Outcome? {
    try await post(name, value).settled()["rogue"]
  }

  /// The ids of the processes that were started so far.
  var pids: [String] {
    get async { await log.lines.compactMap { $0.hasPrefix("starts as ") ? String($0.dropFirst(10)) : nil } }
  }

  /// Shuts the bus down; what was told meanwhile is returned.
  func end() async -> [String] {
    await bus.shutdown()
    logPipe.close()
    return await log.all()
  }
}

extension ChildLimits {
  /// Restarts that come at once, and patience for less than a test's.
  static let quick: ChildLimits = {
    var limits = ChildLimits()
    limits.firstPause = .milliseconds(1)
    limits.answer = .seconds(10)
    limits.end = .milliseconds(200)
    return limits
  }()

  func with(_ change: (inout ChildLimits) -> Void) -> ChildLimits {
    var limits = self
    change(&limits)
    return limits
  }
}

/// Whether a process runs; one that has ended and is not collected yet does not.
func isRunning(_ process: Int32) -> Bool { NotedProcess(process) != nil }
