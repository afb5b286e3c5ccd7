internal import Foundation

/// A folder of one test, removed with the value.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// Makes a folder with a name that is short enough for a socket in it.
  package init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "lbt-\(UUID().uuidString.prefix(13))").path
    try makeFolder("")
  }

  /// Has a folder that is there.
  package init(taking path: String) {
    self.path = path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of something in the folder, or of the folder.
  package subscript(name: String) -> String { name.isEmpty ? path : path + "/" + name }

  package func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: self[name], withIntermediateDirectories: true)
  }

  /// Writes a file in a folder that is made, private to its owner if nothing else is said; returns its path.
  @discardableResult
  package func write(_ text: String, to name: String, mode: Int = 0o600) throws -> String {
    try makeFolder(name.split(separator: "/").dropLast().joined(separator: "/"))
    try Data(text.utf8).write(to: URL(filePath: self[name]))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: self[name])
    return self[name]
  }

  package func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: self[name])), as: UTF8.self)
  }

  /// The lines of a file; none if there is none.
  package func lines(of name: String) -> [String] {
    (try? text(of: name))?.split(separator: "\n").map(String.init) ?? []
  }

  package func mode(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: self[name])[.posixPermissions] as? Int
  }

  /// Makes a symbolic link, if nothing has its name; returns its path.
  @discardableResult
  package func link(_ name: String, to target: String) throws -> String {
    if !FileManager.default.fileExists(atPath: self[name]) {
      try FileManager.default.createSymbolicLink(atPath: self[name], withDestinationPath: target)
    }
    return self[name]
  }

  /// Copies a folder in it, in the place of an earlier copy; returns the copy's path.
  package func copy(_ name: String, to copy: String) throws -> String {
    try? FileManager.default.removeItem(atPath: self[copy])
    try FileManager.default.copyItem(atPath: self[name], toPath: self[copy])
    return self[copy]
  }
}
