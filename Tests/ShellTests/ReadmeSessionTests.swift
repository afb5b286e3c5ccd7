import Foundation
import TestSupport
import Testing

/// The session of two shells on the first page.
@Suite struct ReadmeSessionTests {
  private static let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The session, from its first prompt to the end of its block.
  private func session() throws -> String {
    let page = try String(contentsOf: Self.project.appending(path: "README.md"), encoding: .utf8)
    let start = try #require(page.range(of: "$ lifebus emit launch\n"))
    let end = try #require(page.range(of: "```", range: start.lowerBound..<page.endIndex))
    return String(page[start.lowerBound..<end.lowerBound])
  }

  /// The text without what is never the same twice: times, process numbers, and how wide columns are for them.
  private func lasting(_ text: String) -> String {
    text.replacing(/\d+(\.\d+)? (µs|ms|s|min)\b/, with: "TIME").replacing(/pid \d+/, with: "pid N")
      .replacing(/\ {2,}/, with: "  ")
  }

  @Test func `The page's session is what the programs print`() async throws {
    let session = try session()
    let folder = try TemporaryFolder()
    for name in ["lifebus.json", "session.json", "content"] {
      let origin = Self.project.appending(path: "Sources/lifebus-host/Example/\(name)").path
      try FileManager.default.copyItem(atPath: origin, toPath: folder[name])
    }
    let commands = session.split(separator: "\n").filter { $0.hasPrefix("$ ") }.map { $0.dropFirst(2) }
    #expect(commands.count == 6)
    let script = """
      mkfifo talk-of-host
      lifebus-host --plugins auth-gate,sync,analytics-logger --config lifebus.json >timeline 2>talk-of-host &
      host=$!
      while read -r line; do case $line in *"listens at"*) break ;; esac; done <talk-of-host
      \(commands.map { "echo '$ \($0)'\n\($0)" }.joined(separator: "\n"))
      kill "$host"
      wait "$host"
      """
    let run = try await Shell.run(script, in: folder)
    #expect(run.code == 0, "\(run.talk)")
    #expect(lasting(run.output) == lasting(session))
  }
}
