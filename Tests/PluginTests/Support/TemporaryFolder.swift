import Foundation

/// A folder that goes with the value.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("lifebus-\(UUID().uuidString)").path
    try makeFolder("")
  }

  /// Has a folder that is there; it goes with this value too.
  init(taking path: String) {
    self.path = path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  subscript(_ name: String) -> String { name.isEmpty ? path : path + "/" + name }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: self[name], withIntermediateDirectories: true)
  }

  /// Writes a file, private to its owner, in a folder that is made.
  func write(_ text: String, to name: String, mode: Int = 0o600) throws {
    try makeFolder(name.split(separator: "/").dropLast().joined(separator: "/"))
    try Data(text.utf8).write(to: URL(fileURLWithPath: self[name]))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: self[name])
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: self[name], withDestinationPath: target)
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: self[name])
  }

  /// A file's text; nil if there is none.
  func text(of name: String) -> String? {
    FileManager.default.contents(atPath: self[name]).map { String(decoding: $0, as: UTF8.self) }
  }

  func move(_ name: String, to new: String) throws {
    try FileManager.default.moveItem(atPath: self[name], toPath: self[new])
  }

  /// Gives a file another content; it stays the same file.
  func overwrite(_ name: String, with text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: self[name]))
  }

  /// Cuts bytes off the end of a file.
  func shorten(_ name: String, by count: Int) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: self[name]))
    let size = try file.seekToEnd()
    try file.truncate(atOffset: size - min(size, UInt64(count)))
    try file.close()
  }

  func setModified(_ date: Date, of name: String) throws {
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: self[name])
  }

  /// The paths of all files below a folder, in order.
  func files(in name: String = "") -> [String] {
    let all = FileManager.default.enumerator(atPath: self[name])?.compactMap { $0 as? String } ?? []
    return all.filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: self[name] + "/" + path, isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }
}
