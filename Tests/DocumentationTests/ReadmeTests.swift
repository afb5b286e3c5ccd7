import Foundation
import Testing

@Suite struct ReadmeTests {
  @Test func `Every number among the limits is the one in force`() throws {
    let limits = try String(
      contentsOf: Toolchain.project.appending(path: "Sources/Lifebus/Limits.swift"), encoding: .utf8)
    let page = try Page.readme.text()
    let section = try #require(page.components(separatedBy: "## Limits").last?.components(separatedBy: "## ").first)
    for number in ["10_000", "100_000", "65_536", "8_192", "1_000"] {
      #expect(section.contains(number.replacing("_", with: " ")) && limits.contains(number), "\(number)")
    }
  }
}
