import Foundation
import Testing

@Suite struct TidyTests {
  private func sources(_ folder: String) throws -> [(path: String, text: String)] {
    let root = Toolchain.project.appending(path: folder)
    return try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }.map {
      ("\(folder)/\($0)", try String(contentsOf: root.appending(path: $0), encoding: .utf8))
    }
  }

  @Test func `The core imports the standard library, Synchronization and the threads under it only`() throws {
    for (path, text) in try sources("Sources/Lifebus") {
      for line in text.split(separator: "\n") where line.hasPrefix("import ") || line.contains(" import ") {
        guard let module = line.split(separator: " ").last, !line.hasPrefix(" "), !line.hasPrefix("/") else { continue }
        #expect(["Synchronization", "LifebusThreads"].contains(module), "\(path): \(line)")
      }
    }
  }

  @Test func `Plugins import Lifebus and never the host`() throws {
    for (path, text) in try sources("Plugins") {
      #expect(!text.contains("import LifebusHost"), "\(path)")
    }
  }

  @Test func `Nothing is unchecked without a proof beside it`() throws {
    for (path, text) in try sources("Sources") + sources("Plugins") {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() where line.contains("@unchecked Sendable") {
        let near = lines[max(0, index - 3)...min(lines.count - 1, index + 3)].joined(separator: " ")
        #expect(near.contains("Proof"), "\(path):\(index + 1)")
      }
    }
  }

  @Test func `Tests neither sleep nor poll`() throws {
    let forbidden = /Task\.sleep|usleep|Thread\.sleep|while[^\n]*\{ *await Task\.yield\(\) *\}/
    for (path, text) in try sources("Tests") where !path.hasSuffix("TidyTests.swift") {
      #expect(text.firstMatch(of: forbidden) == nil, "\(path)")
    }
  }
}
