import Foundation
import TestSupport
import Testing

@testable import LifebusShell

/// `lifebus plugin new`, and what it writes.
@Suite struct NewPluginTests {
  /// Writes a plugin, runs its own test and the protocol's, and has a host give it two screens.
  private func expectWell(_ language: String, _ program: String, _ test: String, _ options: String = "") async throws {
    let script = """
      lifebus plugin new screen-counter --language \(language) \(options) >&2 && cd screen-counter || exit
      [ "$(grep -c '' README.md)" -eq 5 ] || echo "no five lines"
      \(test) >&2 && lifebus plugin test \(program) | tail -n 1
      printf '%s\\n' '{"type":"launch"}' '{"type":"appear","scope":"home"}' '{"type":"appear","scope":"\\"\\\\é"}' |
        lifebus-host --plugins \(program) --state state --events - --until-idle >timeline
      tail -n 1 timeline
      grep -o 'custom:greeted.*' timeline
      """
    let run = try await Shell.run(script, in: TemporaryFolder())
    let lines = run.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    let greeted = "custom:greeted - unhandled scope="
    let expected = ["it keeps to all 12 rules", "screen-counter 2 done", greeted + "home", greeted + #""\é"#]
    #expect(lines == expected, "\(run.talk.suffix(2_000))")
  }

  @Test(.timeLimit(.minutes(1))) func `A plugin for a shell passes its test, keeps to the protocol and runs in a host`()
    async throws
  {
    try await expectWell("sh", "./screen-counter.sh", "./test.sh")
  }

  @Test(.timeLimit(.minutes(1)), .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
  func `A plugin in Python passes its test, keeps to the protocol and runs in a host`() async throws {
    try await expectWell("python", "./screen-counter.py", "python3 -W error test_plugin.py")
  }

  /// Builds the package anew, which takes a minute or more: only where `LIFEBUS_SWIFT_PLUGIN` is set.
  @Test(.timeLimit(.minutes(30)), .enabled(if: environment("LIFEBUS_SWIFT_PLUGIN") != nil))
  func `A plugin in Swift passes its test, keeps to the protocol and runs in a host`() async throws {
    let own = ProcessInfo.processInfo.environment
    let test = "PATH='\(own["PATH"] ?? "")' HOME='\(own["HOME"] ?? "")' swift test"
    try await expectWell("swift", ".build/debug/screen-counter", test, "--package '\(Self.project)'")
  }

  private static let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  @Test func `A folder that is there is left as it is`() async throws {
    let folder = try TemporaryFolder()
    let script =
      "mkdir -p in/mine && touch in/mine/README.md && lifebus plugin new mine --language sh --into in; echo $?; ls in/mine"
    let run = try await Shell.run(script, in: folder)
    #expect(run.output == "2\nREADME.md\n" && run.talk.contains("'in/mine' cannot be written: File exists"), "\(run.talk)")
  }

  @Test func `A plugin in Swift needs the package, where this program is in no build folder of it`() async throws {
    let script = #"cp "$(command -v lifebus)" . && ./lifebus plugin new mine --language swift; echo $?; ls"#
    let run = try await Shell.run(script, in: TemporaryFolder())
    #expect(
      run.output.hasPrefix("2\n") && !run.output.contains("mine") && run.talk.contains("say with --package"), "\(run.talk)")
    let other = try await Shell.run("lifebus plugin new mine --language swift --package /", in: TemporaryFolder())
    #expect(other.code == 2 && other.talk.contains("'/' is not the package Lifebus"), "\(other.talk)")
  }

  @Test(arguments: [
    "", "Greeter", "1st", "-x", "x-", "a--b", "a_b", "ä", "a/b", "lifecycle", String(repeating: "a", count: 65),
  ])
  func `A name that not all can bear is refused`(_ name: String) {
    #expect(throws: UsageError.self) { try PluginName(name) }
  }

  @Test func `A type is named as the plugin is`() throws {
    #expect(try PluginName("screen-counter-2").typeName == "ScreenCounter2")
    #expect(try PluginName("x").typeName == "X")
  }
}
