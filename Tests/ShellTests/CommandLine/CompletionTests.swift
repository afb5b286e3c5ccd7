import TestSupport
import Testing

@testable import LifebusShell

@Suite struct CompletionTests {
  /// What bash completes after the words, the last of which is begun.
  private func complete(_ words: String...) async throws -> [String] {
    let folder = try TemporaryFolder()
    let script = """
      eval "$(lifebus completion bash)"
      COMP_WORDS=(lifebus \(words.map { "'\($0)'" }.joined(separator: " "))) COMP_CWORD=\(words.count)
      _lifebus
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    try folder.write(script, to: "script")
    return try await Shell.run("bash script", in: folder).output.split(separator: "\n").map(String.init)
  }

  @Test func `Bash completes verbs, events, options and their words`() async throws {
    #expect(try await complete("ta") == ["tail"])
    #expect(try await complete("emit", "la") == ["launch"])
    #expect(try await complete("emit", "--wa") == ["--wait"])
    #expect(try await complete("emit", "launch", "--wait", "a") == ["accepted"])
    #expect(try await complete("status", "--w") == ["--watch"])
  }

  @Test(arguments: ["bash", "zsh"]) func `The script is one that the shell can read`(_ shell: String) async throws {
    let folder = try TemporaryFolder()
    let run = try await Shell.run(
      "command -v \(shell) >/dev/null || exit 0; lifebus completion \(shell) | \(shell) -n", in: folder)
    #expect((run.code, run.talk) == (0, ""))
  }
}
