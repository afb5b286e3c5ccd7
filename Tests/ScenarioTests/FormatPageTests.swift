import Foundation
import LifebusHandlerText
import Testing

@testable import LifebusTestKit

@Suite("The page about the format")
struct FormatPageTests {
  private static func page() throws -> String {
    try String(contentsOf: GivenScenarios.folder.appending(path: "README.md"), encoding: .utf8)
  }

  @Test("has an example that is a file of the folder, to the letter, and plays as expected in any order")
  func example() throws {
    let parts = try Self.page().components(separatedBy: "```json\n")
    try #require(parts.count == 2)
    let text = try #require(parts[1].components(separatedBy: "```").first)
    #expect(Array(text.utf8) == (try GivenScenarios.bytes("alert-is-no-entry.jsonl")))
    for seed in [nil] + (UInt64(0)..<20).map(Optional.some) {
      #expect(try Texts.play(Array(text.utf8), seed: seed).differences.isEmpty)
    }
  }

  @Test("names every key and word of the format")
  func complete() throws {
    let page = try Self.page()
    var words = ScenarioHandler.keys.union(ScenarioClause.keys).union(CallScript.keys).union(Expectation.outcomeWords)
    words.formUnion(ReportCounts.plainWords.union(ReportCounts.handlerWords))
    for (type, keys) in ScenarioLine.keys { words.formUnion(keys.union([type])) }
    words.formUnion(["scenario", "about", "source", "handlers", "late", "reserved", "options", "expect"])
    words.formUnion(EventKind.words.keys)
    for word in words.sorted() { #expect(page.contains("`\(word)`"), "\(word)") }
    let quoted = ["timeoutMs", "onClose", "attempts", "delayMs", "maxMs", "name", "id", "key", "await", "version"]
    for word in quoted { #expect(page.contains("\"\(word)\""), "\(word)") }
  }
}
