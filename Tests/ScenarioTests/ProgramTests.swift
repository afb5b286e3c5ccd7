import Foundation
import TestSupport
import Testing

@Suite("lifebus check")
struct ProgramTests {
  static let handlers = #"{"a":{"on":["launch"]},"b":{"on":["custom:x"]}}"#
  static let launch = #"{"type":"launch","cause":"user","at":7}"#
  static let right = Texts.file(handlers, #"{"deliveries":{"a":{"launch":1}}}"#, lines: [launch])
  static let wrong = Texts.file(handlers, #"{"deliveries":{"a":{"launch":2}}}"#, lines: [launch])
  static let broken = Texts.file(handlers, #"{"deliveries":{}}"#, lines: [launch, #"{"type":"launch","cause":"user","at":6}"#])

  @Test("ends with 0 when all is as expected")
  func right() async throws {
    let folder = try TemporaryFolder(["right.jsonl": Self.right])
    let program = try await Program.run("check", folder["right.jsonl"])
    #expect((program.code, program.output, program.talk) == (0, "test: as expected\n", ""))
  }

  @Test("ends with 1 for a difference, and tells what happened to the handler")
  func wrong() async throws {
    let folder = try TemporaryFolder(["wrong.jsonl": Self.wrong])
    let program = try await Program.run("check", folder["wrong.jsonl"])
    #expect(program.code == 1)
    #expect(program.output.contains("  deliveries.a.launch: expected 2, got 1\n           7  a begins launch\n"))
    #expect(program.talk.isEmpty)
  }

  @Test("ends with 2 for a file that is no scenario, and names the file, the line and the field on standard error")
  func broken() async throws {
    let folder = try TemporaryFolder(["broken.jsonl": Self.broken])
    let program = try await Program.run("check", folder["broken.jsonl"])
    #expect(program.code == 2)
    #expect(program.talk == "\(folder["broken.jsonl"]):3: field 'at': time runs back: 6 comes after 7\n")
  }

  @Test("plays all scenarios of a folder, by name, and goes on after one that is broken")
  func folder() async throws {
    let folder = try TemporaryFolder(["c.jsonl": Self.right, "a.jsonl": Self.wrong, "b.jsonl": Self.broken, "d.json": [1]])
    let program = try await Program.run("check", "--json", folder.path)
    #expect(program.code == 2)
    let lines = program.output.split(separator: "\n")
    try #require(lines.count == 3)
    #expect(lines[0].hasPrefix(#"{"scenario":"test","ok":false,"#))
    #expect(lines[1].hasPrefix(#"{"file":"#) && lines[1].contains(#""error":{"line":3,"field":"at","#))
    #expect(lines[2] == #"{"scenario":"test","ok":true,"deliveries":{"a":{"launch":1},"b":{}},"differences":[]}"#)
  }

  @Test("gives a difference in JSON with its key and both values")
  func json() async throws {
    let folder = try TemporaryFolder(["wrong.jsonl": Self.wrong])
    let program = try await Program.run("check", folder["wrong.jsonl"], "--json")
    #expect(program.output.contains(#"{"key":"deliveries.a.launch","expected":2,"got":1}"#))
  }

  @Test(
    "ends with 2 for what is not there",
    arguments: [
      ["check", "none.jsonl"], ["check"], ["chek"], [], ["check", "--fast", "x"], ["check", "--seed", "x", "y"],
      ["check", "--json=1", "y"],
    ])
  func usage(_ arguments: [String]) async throws {
    let program = try await Program.run(arguments)
    #expect(program.code == 2)
    #expect(program.output.isEmpty)
    #expect(!program.talk.isEmpty)
  }

  @Test("--help says what it does, on standard output", arguments: [["--help"], ["check", "--help"]])
  func help(_ arguments: [String]) async throws {
    let program = try await Program.run(arguments)
    #expect(program.code == 0)
    #expect(program.output.hasPrefix("usage: lifebus "))
    #expect(program.talk.isEmpty)
  }

  @Test("--print tells all that happened")
  func prints() async throws {
    let folder = try TemporaryFolder(["right.jsonl": Self.right])
    let program = try await Program.run("check", "--print", folder["right.jsonl"])
    #expect(program.output.contains("7  a begins launch\n") && program.output.contains("7  a ends launch: done\n"))
  }

  @Test("--orders plays in random orders too")
  func orders() async throws {
    let folder = try TemporaryFolder(["right.jsonl": Self.right])
    let program = try await Program.run("check", "--orders", "3", "--seed", "9", folder["right.jsonl"])
    #expect((program.code, program.output) == (0, "test: as expected\n"))
  }

  @Test("plays what comes with the project, twice with the same output to the letter")
  func deterministic() async throws {
    let first = try await Program.run("check", "--json", GivenScenarios.folder.path)
    #expect(first.code == 0)
    #expect(try await Program.run("check", "--json", GivenScenarios.folder.path).output == first.output)
  }

  @Test("plays what comes with the project on a ledger on disk with the same results")
  func onDisk() async throws {
    let inMemory = try await Program.run("check", "--json", GivenScenarios.folder.path)
    let onDisk = try await Program.run("check", "--json", "--ledger", "sqlite", GivenScenarios.folder.path)
    #expect((onDisk.code, onDisk.talk) == (0, ""))
    #expect(onDisk.output == inMemory.output)
  }

  @Test("--ledger sqlite takes the arguments along as they are")
  func onDiskWithSpaces() async throws {
    let folder = try TemporaryFolder(["right one.jsonl": Self.right, "wrong.jsonl": Self.wrong])
    #expect(try await Program.run("check", "--ledger=sqlite", folder["right one.jsonl"]).output == "test: as expected\n")
    #expect(try await Program.run("check", "--ledger=sqlite", folder.path).code == 1)
    #expect(try await Program.run("check", "--ledger", "paper", folder.path).code == 2)
  }

  @Test("says with code 2 that its data cannot be written", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func fullDisk() async throws {
    let folder = try TemporaryFolder(["right.jsonl": Self.right])
    #expect(try await Program.code("check", folder["right.jsonl"], to: "/dev/full") == 2)
    #expect(try await Program.code("check", folder["right.jsonl"], to: "/dev/null") == 0)
  }
}
