import Foundation

/// A folder of one test, removed with it.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "lifebus-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of something in the folder.
  subscript(name: String) -> String { path + "/" + name }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try text.write(toFile: self[name], atomically: false, encoding: .utf8)
    return self[name]
  }

  func text(of name: String) throws -> String { try String(contentsOfFile: self[name], encoding: .utf8) }

  /// Copies a folder in it, in the place of an earlier copy; returns the copy's path.
  func copy(_ name: String, to copy: String) throws -> String {
    try? FileManager.default.removeItem(atPath: self[copy])
    try FileManager.default.copyItem(atPath: self[name], toPath: self[copy])
    return self[copy]
  }

  func mode(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: self[name])[.posixPermissions] as? Int
  }
}
