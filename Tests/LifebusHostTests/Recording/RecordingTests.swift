import Foundation
import TestSupport
import Testing

@testable import LifebusHost

/// Runs of the programs: what `lifebus-host` records, `lifebus` plays.
@Suite struct RecordingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Runs the host on events, with plugins set up by a configuration, and records it.
  private func record(
    _ events: [String], config: String = #"{"plugins":{}}"#, plugins: String = "auth-gate,sync,analytics-logger"
  )
    async throws -> (code: Int32, talk: [String])
  {
    try folder.write(config, to: "config.json")
    try folder.write(events.joined(separator: "\n"), to: "events.jsonl")
    let host = try RunningProgram(
      [
        "--plugins", plugins, "--config", "config.json", "--events", "events.jsonl", "--until-idle", "--record", "run.jsonl",
      ], in: folder)
    host.closeInput()
    return (await host.code(), await host.talk.all())
  }

  private func signIn() throws {
    try folder.write(
      #"{"user":"alice","accessToken":"tokenOfAlice","expiresAt":"2099-01-01T00:00:00Z"}"#, to: "session.json")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder["session.json"])
  }

  private static let visits = [
    Line.appear("home"), Line.launch, #"{"type":"phase","to":"inactive"}"#, Line.active, Line.appear("home"), Line.background,
    Line.active, #"{"type":"disappear","scope":"none"}"#, Line.background, Line.active, Line.launch, Line.custom("nobodys"),
  ]
  private static let config =
    #"{"plugins":{"auth-gate":{"session":"session.json"},"sync":{"resources":["content"],"into":"mirror"}}}"#

  @Test func `the example's recording passes, and fails with another number`() async throws {
    let host = try RunningProgram(["--example", "--record", "run.jsonl"], in: folder)
    #expect(await host.code() == 0)
    #expect(try await Check.code(folder["run.jsonl"]) == 0)
    let text = try folder.text(of: "run.jsonl")
    try folder.write(
      text.replacing(#""analytics-logger":{"appear":3"#, with: #""analytics-logger":{"appear":4"#), to: "w.jsonl")
    #expect(try await Check.code(folder["w.jsonl"]) == 1)
  }

  @Test func `a run with a session passes, and has its user but not its token`() async throws {
    try signIn()
    try folder.write("x", to: "content")
    #expect(try await record(Self.visits, config: Self.config).code == 0)
    #expect(try await Check.code(folder["run.jsonl"]) == 0)
    let text = try folder.text(of: "run.jsonl")
    #expect(text.contains(#"{"type":"verdict","gate":"auth-gate","to":"open","identity":"alice","at":"#))
    #expect(!text.contains("token"))
    #expect(try folder.mode(of: "run.jsonl") == 0o600)
  }

  @Test func `a run without a session passes, with what its gate held`() async throws {
    try folder.write("x", to: "content")
    #expect(try await record(Self.visits, config: Self.config).code == 4)
    #expect(try await Check.code(folder["run.jsonl"]) == 0)
    #expect(try folder.text(of: "run.jsonl").contains(#""sync":{"held":3}"#))
  }

  @Test func `a sync that fails is recorded as one that fails`() async throws {
    try signIn()
    #expect(try await record(Self.visits, config: Self.config).code == 1)
    #expect(try await Check.code(folder["run.jsonl"]) == 0)
    #expect(try folder.text(of: "run.jsonl").contains(#""fails":"#))
  }

  @Test func `a long run in a hurry passes`() async throws {
    let events = (0..<500).flatMap { [Line.active, Line.appear("s\($0 % 7)"), Line.custom("c"), Line.background] }
    try signIn()
    try folder.write("x", to: "content")
    #expect(try await record([Line.launch] + events, config: Self.config).code == 0)
    #expect(try await Check.code(folder["run.jsonl"]) == 0)
  }

  @Test func `a host that a signal ends is recorded`() async throws {
    let host = try RunningProgram(
      ["--plugins", "auth-gate,analytics-logger", "--events", "-", "--json", "--record", "run.jsonl"], in: folder)
    host.write(Line.launch + "\n" + Line.appear("home") + "\n")
    _ = await host.output.line(
      with: #""event":"appear","scope":"home","scene":"main","handler":"analytics-logger","attempt":1,"outcome""#)
    host.send(SIGTERM)
    #expect(await host.code() == 0)
    #expect(try await Check.code(folder["run.jsonl"]) == 0)
  }

  @Test(arguments: [
    ("there.jsonl", "the recording 'there.jsonl' is there already: remove it, or give another name with --record"),
    ("none/run.jsonl", "the recording 'none/run.jsonl' cannot be written: No such file or directory"),
  ])
  func `a place that cannot be used is told before anything runs`(place: String, problem: String) async throws {
    try folder.write("mine", to: "there.jsonl")
    let host = try RunningProgram(["--plugins", "auth-gate", "--record", place], in: folder)
    #expect(await host.code() == 2)
    #expect(await host.output.all() == [])
    #expect(await host.talk.all() == ["lifebus-host: \(problem)"])
    #expect(try folder.text(of: "there.jsonl") == "mine")
  }
}

/// The program `lifebus check`, as it was built beside the tests.
enum Check {
  /// Plays a file, also in some other orders: its exit code.
  static func code(_ file: String) async throws -> Int32 {
    let check = try await FinishedProgram(BuiltProgram.path(of: "lifebus"), ["check", "--orders", "5", file])
    if check.code != 0 { print(check.output, check.talk) }
    return check.code
  }
}
