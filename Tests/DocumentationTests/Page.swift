import Foundation
import Testing

/// A page for people, with its blocks of code.
struct Page: CustomTestStringConvertible, Sendable {
  /// A block, by its language.
  struct Block {
    let language: String
    let text: String

    /// True for code for which only Apple's systems have the frameworks: `.ci/type-check-apple` checks it.
    var needsSwiftUI: Bool { text.contains("import SwiftUI\n") }
  }

  static let readme = Page("README.md")
  static let articles = paths(in: "Sources/Lifebus/Lifebus.docc").map { Page($0) }
  static let all = [readme, Page("Plugins/README.md")] + articles

  let path: String

  init(_ path: String) {
    self.path = path
  }

  var testDescription: String { path }

  func text() throws -> String { try String(contentsOf: Toolchain.project.appending(path: path), encoding: .utf8) }

  func blocks() throws -> [Block] {
    // Also ``symbols`` of DocC are two marks: a fence is three at the begin of a line.
    let parts = "\n\(try text())".components(separatedBy: "\n```")
    return stride(from: 1, to: parts.count, by: 2).map { index in
      let lines = parts[index].split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return Block(language: String(lines[0]), text: lines.count > 1 ? "\(lines[1])\n" : "")
    }
  }

  private static func paths(in folder: String) -> [String] {
    let files = FileManager.default.enumerator(atPath: Toolchain.project.appending(path: folder).path)
    return (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }.sorted()
  }
}
