import Foundation
import Testing

@Suite struct ArticleTests {
  /// The articles that show code that fails.
  private static let faults = Page.articles.filter { page in
    [
      "SetUpWithoutAFlash", "FirstAppearAgainstAppear", "OnceWorkAndCancellation", "PhasesEntriesAndExits", "AccountsAndGates",
      "FromNotificationCenter", "FromTaskAndFlags",
    ].contains { page.path.hasSuffix("/\($0).md") }
  }

  private func scenarios(of page: Page) throws -> [String] {
    try page.text().matches(of: /`([\w-]+\.jsonl)`/).map { String($0.1) }
  }

  private func lines(of scenario: String) throws -> [Substring] {
    try String(contentsOf: Toolchain.project.appending(path: "Tests/Scenarios/\(scenario)"), encoding: .utf8)
      .split(separator: "\n")
  }

  @Test(arguments: Page.articles) func `A scenario that an article names is there, with the lines that it shows`(_ page: Page)
    throws
  {
    let played = try scenarios(of: page).flatMap { try lines(of: $0) }
    for block in try page.blocks() where block.language == "json" {
      for line in block.text.split(separator: "\n") { #expect(played.contains(line), "\(line)") }
    }
  }

  @Test func `Every article on a fault shows its sequence of events`() throws {
    #expect(Self.faults.count == 7)
    for page in Self.faults {
      #expect(try !scenarios(of: page).isEmpty && page.blocks().contains { $0.language == "json" }, "\(page.path)")
    }
  }
}
