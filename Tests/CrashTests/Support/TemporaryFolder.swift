import Foundation

/// A folder of one test, removed with it unless somebody is to look at it.
final class TemporaryFolder {
  let path: String
  private var isKept = false

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "lbc-\(UUID().uuidString.prefix(8))").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { if !isKept { try? FileManager.default.removeItem(atPath: path) } }

  /// Leaves the folder where it is.
  func keep() { isKept = true }

  /// The path of something in the folder.
  subscript(name: String) -> String { path + "/" + name }
}
