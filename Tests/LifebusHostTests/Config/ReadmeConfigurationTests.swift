import Foundation
import TestSupport
import Testing

@testable import LifebusHost

/// The configurations that the project's page shows, as the program takes them.
@Suite struct ReadmeConfigurationTests {
  static func configurations() throws -> [String] {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../README.md").standardizedFileURL
    let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```json\n").dropFirst()
    return blocks.compactMap { $0.components(separatedBy: "```").first }.filter { $0.contains(#""plugins": {"#) }
  }

  @Test func `each configuration is one that the host accepts`() async throws {
    let configurations = try Self.configurations()
    #expect(configurations.count == 2)
    for configuration in configurations {
      let folder = try TemporaryFolder()
      try folder.write(configuration, to: "lifebus.json")
      let program = try RunningProgram(
        ["--plugins", "auth-gate,sync,analytics-logger", "--config", "lifebus.json", "--events", "/dev/null", "--until-idle"],
        in: folder)
      #expect(await program.code() == 0)
    }
  }
}
