import Foundation

@testable import LifebusTestKit

/// Scenarios as text, for tests.
enum Texts {
  /// A file: a header with these handlers and this expectation, and lines.
  static func file(_ handlers: String, _ expect: String = #"{"deliveries":{}}"#, more: String = "", _ lines: String...)
    -> [UInt8]
  {
    file(handlers, expect, more: more, lines: lines)
  }

  static func file(_ handlers: String, _ expect: String, more: String = "", lines: [String]) -> [UInt8] {
    let header = #"{"scenario":"test","about":"a test","handlers":\#(handlers),"expect":\#(expect)\#(more)}"#
    return Array(([header] + lines).joined(separator: "\n").utf8)
  }

  static func play(_ bytes: [UInt8], seed: UInt64? = nil) throws -> Playback {
    try ScenarioPlayer(try Scenario(bytes), seed: seed).play()
  }
}

/// The scenarios that come with the project.
enum GivenScenarios {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Scenarios")

  static let names: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".jsonl") }.sorted()
  }()

  static func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: folder.appending(path: name))) }

  static func read(_ name: String) throws -> Scenario { try Scenario(try bytes(name)) }
}
