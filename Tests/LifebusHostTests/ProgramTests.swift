import Foundation
import TestSupport
import Testing

@testable import LifebusHost

/// The whole program, run as a user runs it.
@Suite struct ProgramTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func start(_ arguments: String...) throws -> RunningProgram { try RunningProgram(arguments, in: folder) }

  /// Runs the program with an input to its end.
  private func run(_ arguments: [String], input: String = "") async throws -> (code: Int32, output: [String], talk: [String]) {
    let program = try RunningProgram(arguments, in: folder)
    program.write(input)
    program.closeInput()
    return (await program.code(), await program.output.all(), await program.talk.all())
  }

  @Test func `help goes to standard output, and names plugins and exit codes`() async throws {
    let result = try await run(["--help"])
    #expect(result.code == 0 && result.talk == [])
    #expect(result.output.first?.hasPrefix("usage: lifebus-host --plugins LIST") == true)
    #expect(result.output.contains { $0.contains("known: auth-gate, sync, analytics-logger") })
    let nothing = try await run([])
    #expect(nothing.code == 2 && nothing.output == [])
    #expect(nothing.talk == result.output)
  }

  @Test func `what cannot be used is told in one line, with code 2`() async throws {
    let config = try folder.write(#"{"plugins":{"sync":{"resorces":[]}}}"#, to: "c.json")
    try folder.write("", to: "file")
    for (arguments, problem) in [
      (["--plugins", "synch"], "plugin 'synch' is unknown; known are auth-gate, sync, analytics-logger"),
      (["--plugins", "auth-gate", "--config", config], "option 'resorces' of plugin 'sync' is unknown; known are resources"),
      (["--plugins", "auth-gate", "--events", "none.jsonl"], "events 'none.jsonl' cannot be read: No such file or directory"),
      (["--plugins", "auth-gate", "--state", "file"], "file' cannot be used: Not a directory"),
    ] {
      let result = try await run(arguments)
      #expect(result.code == 2 && result.output == [] && result.talk.count == 1)
      #expect(result.talk.first?.hasPrefix("lifebus-host: ") == true)
      #expect(result.talk.first?.contains(problem) == true, "\(result.talk)")
    }
  }

  @Test func `events of a file are delivered, and a summary says how often`() async throws {
    let events = [Line.launch, Line.active, Line.appear("home"), Line.appear("home"), Line.background]
    try folder.write(events.joined(separator: "\n"), to: "events.jsonl")
    let result = try await run([
      "--plugins", "auth-gate,analytics-logger", "--events", "events.jsonl", "--until-idle", "--json",
    ])
    #expect(result.code == 0)
    #expect(
      result.output.last == """
        {"activity":"summary","events":6,"deliveries":{"analytics-logger":{"appear":2,"firstAppear":1,"launch":1,\
        "phaseChanged":2},"auth-gate":{"launch":1,"phaseChanged":1}},"entries":1,"exits":1,"held":{}}
        """)
    #expect(try folder.mode(of: "xdg/lifebus") == 0o700)
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `a signal ends the program with code 0 when nothing is left`(signal: Int32) async throws {
    let program = try start("--plugins", "auth-gate", "--events", "-", "--json")
    program.write(Line.launch + "\n")
    _ = await program.output.line(with: #""activity":"outcome""#)
    program.send(signal)
    #expect(await program.code() == 0)
    #expect(await program.output.all().last?.contains("shuttingDown") == true)
  }

  @Test func `a second host on one state folder is refused with the pid of the first`() async throws {
    let first = try start("--plugins", "auth-gate", "--events", "-", "--json")
    _ = await first.output.line(with: "registered")
    let second = try await run(["--plugins", "sync"])
    #expect(second.code == 2)
    #expect(second.talk.count == 1 && second.talk.first?.contains("in use by the host with pid \(first.pid):") == true)
    first.send(SIGTERM)
    #expect(await first.code() == 0)
    #expect(try await run(["--plugins", "auth-gate", "--events", "-", "--until-idle"], input: Line.launch).code == 0)
  }

  @Test func `a line of 100 MB is told, skipped, and not kept in memory`() async throws {
    let program = try start("--plugins", "auth-gate", "--events", "-", "--json")
    let megabyte = String(repeating: "x", count: 1 << 20)
    for _ in 0..<100 { program.write(megabyte) }
    program.write("\n" + Line.launch + "\n")
    _ = await program.output.line(with: #""event":"launch""#)
    #if os(Linux)
      let status = try String(contentsOfFile: "/proc/\(program.pid)/status", encoding: .utf8)
      let peak = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
      let kilobytes = try #require(Int(peak.filter(\.isNumber)))
      #expect(kilobytes < 64 << 10, "\(peak)")
    #endif
    program.send(SIGTERM)
    #expect(await program.code() == 2)
    #expect(await program.talk.all().contains("lifebus-host: standard input:1: is longer than 1048576 bytes and was skipped"))
  }

  /// Runs a line of a shell, in which `$HOST` is the program, to its end.
  private func shell(_ script: String, input: [String]) async throws -> (code: Int32, output: [String], talk: [String]) {
    let program = try RunningProgram(["-c", "HOST='\(RunningProgram.hostPath)'; \(script)"], in: folder, running: "/bin/sh")
    program.write(input.joined(separator: "\n"))
    program.closeInput()
    return (await program.code(), await program.output.all(), await program.talk.all())
  }

  @Test func `a closed output stops the printing and nothing else`() async throws {
    let events = [Line.launch] + (0..<5_000).map { Line.appear("s\($0)") }
    let result = try await shell(
      "{ $HOST --plugins analytics-logger --events - --until-idle; echo code $? >&2; } | head -n 1", input: events)
    #expect(result.output.count == 1 && result.output.first?.contains("launch user") == true)
    #expect(result.talk == ["code 0"])
  }

  @Test func `closed standard streams are not mistaken for other files`() async throws {
    let script = "$HOST --plugins auth-gate --events - --until-idle --state state >&-; echo $?; cat state/lock"
    let result = try await shell(script, input: [Line.launch])
    #expect(result.output.first == "0")
    #expect(result.output.dropFirst().allSatisfy { Int($0) != nil }, "the lock file holds the pid and nothing else")
    #expect(try await shell("$HOST --plugins auth-gate --events - --until-idle <&-", input: []).code == 0)
  }

  #if os(Linux)
    @Test func `a full disk under the output is told once, with code 2`() async throws {
      let result = try await shell(
        "$HOST --plugins auth-gate --events - --until-idle > /dev/full", input: [Line.launch, Line.active, Line.background])
      #expect(result.code == 2)
      #expect(result.talk == ["lifebus-host: standard output cannot be written: No space left on device"])
    }
  #endif
}
