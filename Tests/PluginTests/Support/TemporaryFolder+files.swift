import Foundation
import TestSupport

extension TemporaryFolder {
  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: self[name])
  }

  /// A file's text; nil if there is none.
  func text(at name: String) -> String? { try? text(of: name) }

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
