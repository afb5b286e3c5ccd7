import Foundation

/// A folder of one test, removed with it.
final class TestFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "lbs-\(UUID().uuidString.prefix(8))").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of something in the folder.
  subscript(name: String) -> String { path + "/" + name }

  func write(_ text: String, to name: String) throws {
    try text.write(toFile: self[name], atomically: false, encoding: .utf8)
  }

  func text(of name: String) throws -> String { try String(contentsOfFile: self[name], encoding: .utf8) }
}
