import LifebusJSON
import LifebusSystem
import TestSupport
import Testing

@testable import LifebusShell

/// `lifebus plugin test`, with programs that keep to the protocol and programs that do not.
@Suite(.timeLimit(.minutes(2))) struct TestPluginTests {
  private static let good = #"""
    #!/bin/sh
    [ -n "$LIFEBUS_PLUGIN" ] || { echo "a plugin" >&2; exit 64; }
    while IFS= read -r line; do
      case $line in
      '{"lifebus":1,"do":"start"'*) echo '{"lifebus":1,"on":["launch",{"kind":"appear","scope":"home"}]}' ;;
      '{"do":"deliver","delivery":'*)
        number=${line#'{"do":"deliver","delivery":'} number=${number%%,*}
        echo "{\"delivery\":$number,\"done\":true}" ;;
      '{"do":"stop"'*) exit 0 ;;
      esac
    done
    """#

  /// What becomes of the program in which the second text stands in place of the first.
  struct Mistake: Sendable, CustomTestStringConvertible {
    let instead: String
    let text: String
    /// The end of the rule that is broken.
    let rule: String
    let problem: String

    var testDescription: String { "\(rule): \(problem)" }
  }

  private static func mistake(_ instead: String, _ text: String, breaks rule: String, _ problem: String) -> Mistake {
    Mistake(instead: instead, text: text, rule: rule, problem: problem)
  }

  private static let answer = #"echo "{\"delivery\":$number,\"done\":true}""#
  private static let firstCase = "'{\"lifebus\":1,"

  static let mistakes = [
    mistake("exit 64", "exit 1", breaks: "exits with 64", "it ended with code 1"),
    mistake("echo \"a plugin\" >&2;", "", breaks: "exits with 64", "it says nothing"),
    mistake("\"launch\"", "\"lunch\"", breaks: "with what it wants", "field 'on[0]': 'lunch' is no kind"),
    mistake("}]}", "}],\"retyr\":1}", breaks: "with what it wants", "field 'retyr': an unknown key"),
    mistake(
      "}]}", "}],\"durable\":true,\"guarantee\":\"atMostOnce\",\"retry\":{\"attempts\":2,\"delayMs\":1}}",
      breaks: "with what it wants", "what it wants cannot be registered"),
    mistake(
      "{\"lifebus\":1,\"on\"", "{\"lifebus\":1,\"error\":\"no\",\"on\"", breaks: "with what it wants", "it refuses to work: no"),
    mistake(answer, "exit 5", breaks: "of each kind that it wants", "it ended with code 5 when it was given 'launch'"),
    mistake(
      firstCase, "*'\"attempt\":2'*) exit 5 ;; '{\"lifebus\":1,", breaks: "events of an earlier process", "it ended with code 5"
    ),
    mistake(firstCase, "*later*) exit 5 ;; '{\"lifebus\":1,", breaks: "members that it does not know", "it ended with code 5"),
    mistake(firstCase, "*日本*) exit 5 ;; '{\"lifebus\":1,", breaks: "it takes every text", "it ended with code 5"),
    mistake("case $line", "[ ${#line} -lt 65536 ] || exit 5; case $line", breaks: "100 KiB", "it ended with code 5"),
    mistake(firstCase, "*cancel*) exit 5 ;; '{\"lifebus\":1,", breaks: "is cancelled, and goes on", "it ended with code 5"),
    mistake("exit 0", "exit 3", breaks: "it is told to stop", "it ended with code 3"),
    mistake("exit 0", ":", breaks: "it is told to stop", "it still runs 2.00 s after 'stop', with its input open"),
    mistake(
      "esac\ndone", "esac\ndone; exec sleep 60", breaks: "its input is closed",
      "it still runs 2.00 s after its input was closed"),
    mistake(":$number,", ":7000,", breaks: "with its number", "it answers delivery 7000, which it was not sent"),
    mistake(answer, "\(answer); \(answer)", breaks: "with its number", "it answers delivery 1 twice (and"),
    mistake(
      answer, #"echo "{\"delivery\":$number,\"done\":true,\"commit\":\"1\"}""#, breaks: "nothing else to standard output",
      "it commits, and is not durable"),
    mistake(
      answer, #"echo "{\"verdict\":\"closed\"}"; \#(answer)"#, breaks: "nothing else to standard output",
      "it gives a verdict, and has no gate"),
    mistake(answer, "echo hello; \(answer)", breaks: "nothing else to standard output", "the line is no JSON object: hello"),
  ]

  private func test(_ program: String, within limit: String = "10s") async throws -> (
    run: FinishedProgram, findings: [JSONObject]
  ) {
    let folder = try TemporaryFolder()
    try folder.write(program, to: "tried.sh")
    let run = try await Shell.run("chmod +x tried.sh && lifebus plugin test ./tried.sh --json --timeout \(limit)", in: folder)
    return (run, run.output.split(separator: "\n").compactMap { JSONObject(parsing: Array($0.utf8)) })
  }

  @Test func `A program that keeps to every rule is told so`() async throws {
    let (run, findings) = try await test(Self.good)
    #expect(run.code == 0)
    #expect(findings.map { $0.text("rule") } == PluginRule.all.map(\.text) && findings.allSatisfy { $0.isTrue("ok") })
  }

  @Test(arguments: mistakes) func `Each mistake is found, by its rule alone`(_ mistake: Mistake) async throws {
    #expect(Self.good.contains(mistake.instead))
    let (run, findings) = try await test(Self.good.replacing(mistake.instead, with: mistake.text, maxReplacements: 1))
    let broken = findings.filter { $0["ok"] == .bool(false) }
    #expect(run.code == 1 && broken.count == 1, "\(run.output)")
    #expect(broken.first?.text("rule")?.hasSuffix(mistake.rule) == true, "\(run.output)")
    #expect(broken.first?.text("problem")?.contains(mistake.problem) == true, "\(run.output)")
  }

  @Test func `A program may ask for time without end, and commit as much as is allowed`() async throws {
    let program = Self.good.replacing(
      Self.answer,
      with: #"echo "{\"delivery\":$number,\"moreTimeMs\":9223372036854775807}"; "#
        + #"echo "{\"delivery\":$number,\"done\":true,\"commit\":\"$(printf '%065536d' 0)\"}""#
    ).replacing("}]}", with: "}],\"durable\":true}")
    let (run, _) = try await test(program)
    #expect(run.code == 0, "\(run.output) \(run.talk)")
  }

  @Test func `What needs an answer is not tried with a program that gives none`() async throws {
    let (run, findings) = try await test(Self.good.replacing(Self.answer, with: ":"), within: "100ms")
    #expect(run.code == 1)
    let broken = findings.filter { $0["ok"] == .bool(false) }
    #expect(broken.compactMap { $0.text("problem") } == ["no answer to 'launch' in \(Duration.milliseconds(100).brief)"])
    #expect(findings.count { $0["tried"] == .bool(false) } == 5)
  }

  @Test func `What a program says when it breaks a rule, and which deliveries fail, is shown`() async throws {
    let crashing = try await test(Self.good.replacing(Self.answer, with: "echo 'no disk' >&2; exit 1"))
    #expect(crashing.findings.contains { $0.values("said") == [.string("no disk")] })
    let failing = try await test(Self.good.replacing("\\\"done\\\":true", with: "\\\"failed\\\":\\\"no net\\\""))
    #expect(failing.run.code == 0)
    #expect(
      failing.findings.flatMap { $0.values("remarks") }
        == ["launch", "appear"].map { .string("'\($0)' has failed: no net") })
  }

  @Test(arguments: ["./nothing", "./folder", "./no-interpreter"])
  func `What cannot be started ends with code 2`(_ path: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write("#!/no/such/program\n", to: "no-interpreter")
    let run = try await Shell.run("mkdir folder; chmod +x no-interpreter; lifebus plugin test \(path)", in: folder)
    #expect(run.code == 2 && run.talk.contains("'\(path)' cannot be started: "), "\(run.talk)")
  }
}
