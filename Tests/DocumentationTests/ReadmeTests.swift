import Foundation
import TestSupport
import Testing

@Suite struct ReadmeTests {
  /// A block of the page: its language, its text, and the text of the block after it.
  struct Block {
    let language: String
    let text: String
  }

  static let pages = ["README.md", "Plugins/README.md"]

  private func blocks(of path: String) throws -> [Block] {
    let page = try String(contentsOf: Toolchain.project.appending(path: path), encoding: .utf8)
    let parts = page.components(separatedBy: "```")
    return stride(from: 1, to: parts.count, by: 2).map { index in
      let lines = parts[index].split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return Block(language: String(lines[0]), text: String(lines.last ?? ""))
    }
  }

  @Test(arguments: pages) func `The page's programs print what the page says`(_ page: String) async throws {
    let blocks = try blocks(of: page)
    let programs = blocks.indices.filter { blocks[$0].language == "swift" && blocks[$0].text.contains("print(") }
    #expect(!programs.isEmpty)
    for index in programs {
      let toolchain = try Toolchain()
      let played = try await toolchain.play(blocks[index].text)
      #expect(played.code == 0 && sorted(played.output) == sorted(blocks[index + 1].text), "\(played.output)\(played.talk)")
    }
  }

  /// Lines of two actors come in either order.
  private func sorted(_ output: String) -> [Substring] { output.split(separator: "\n").sorted() }

  @Test(arguments: pages) func `All Swift of the page compiles`(_ page: String) async throws {
    let blocks = try blocks(of: page)
    for block in blocks where block.language == "swift" {
      let toolchain = try Toolchain()
      let checked = try await toolchain.check(block.text)
      #expect(checked.code == 0, "\(checked.talk)")
    }
  }

  @Test func `Every suite that the page names exists`() throws {
    let tests = Toolchain.project.appending(path: "Tests")
    let files = try FileManager.default.subpathsOfDirectory(atPath: tests.path).filter { $0.hasSuffix(".swift") }
    let sources = try files.map { try String(contentsOf: tests.appending(path: $0), encoding: .utf8) }.joined()
    let page = try String(contentsOf: Toolchain.project.appending(path: "README.md"), encoding: .utf8)
    for match in page.matches(of: /`(\w+Tests)`/) {
      let name = String(match.1)
      #expect(
        sources.contains("struct \(name)") || FileManager.default.fileExists(atPath: tests.appending(path: name).path),
        "\(name)")
    }
  }

  @Test func `Every number among the limits is the one in force`() throws {
    let page = try String(contentsOf: Toolchain.project.appending(path: "README.md"), encoding: .utf8)
    let limits = try String(
      contentsOf: Toolchain.project.appending(path: "Sources/Lifebus/Limits.swift"), encoding: .utf8)
    let section = try #require(page.components(separatedBy: "## Limits").last?.components(separatedBy: "## ").first)
    for number in ["10_000", "100_000", "65_536", "8_192", "1_000"] {
      #expect(section.contains(number.replacing("_", with: " ")) && limits.contains(number), "\(number)")
    }
  }
}
