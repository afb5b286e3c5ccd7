import Foundation
import TestSupport
import Testing

@Suite struct PageTests {
  @Test(arguments: Page.all) func `All Swift of a page compiles`(_ page: Page) async throws {
    for block in try page.blocks() where block.language == "swift" && !block.needsSwiftUI {
      let toolchain = try Toolchain()
      let checked = try await toolchain.check(block.text)
      #expect(checked.code == 0, "\(checked.talk)")
    }
  }

  @Test(arguments: Page.all) func `The programs of a page print what the page says`(_ page: Page) async throws {
    let blocks = try page.blocks()
    for (program, output) in zip(blocks, blocks.dropFirst())
    where program.language == "swift" && program.text.contains("print(") {
      let toolchain = try Toolchain()
      let played = try await toolchain.play(program.text)
      #expect(played.code == 0 && sorted(played.output) == sorted(output.text), "\(played.output)\(played.talk)")
    }
  }

  /// Lines of two actors come in either order.
  private func sorted(_ output: String) -> [Substring] { output.split(separator: "\n").sorted() }

  @Test(arguments: Page.all) func `Every suite that a page names exists`(_ page: Page) throws {
    let tests = Toolchain.project.appending(path: "Tests")
    let files = try FileManager.default.subpathsOfDirectory(atPath: tests.path).filter { $0.hasSuffix(".swift") }
    let sources = try files.map { try String(contentsOf: tests.appending(path: $0), encoding: .utf8) }.joined()
    for match in try page.text().matches(of: /`(\w+Tests)`/) {
      let name = String(match.1)
      #expect(
        sources.contains("struct \(name)") || FileManager.default.fileExists(atPath: tests.appending(path: name).path),
        "\(name)")
    }
  }
}
