import Foundation

/// A folder that goes with the value.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("lifebus-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  subscript(_ name: String) -> String { path + "/" + name }

  /// A link of this name, made if it is not there; its path.
  func link(_ name: String, to target: String) throws -> String {
    if !FileManager.default.fileExists(atPath: self[name]) {
      try FileManager.default.createSymbolicLink(atPath: self[name], withDestinationPath: target)
    }
    return self[name]
  }

  /// The lines of a file; none if there is none.
  func lines(of name: String) -> [String] {
    let text = FileManager.default.contents(atPath: self[name]).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return text.split(separator: "\n").map(String.init)
  }
}
