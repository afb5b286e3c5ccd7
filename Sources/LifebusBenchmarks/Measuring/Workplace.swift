import Foundation

/// A temporary folder of this run, for ledgers, sockets and outputs.
struct Workplace: Sendable {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "lifebus-\(UInt32.random(in: 0...UInt32.max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  }

  var path: String { folder.path }

  /// A path in it that nobody else has.
  func newPath(_ name: String) -> String {
    folder.appending(path: "\(name)-\(UInt32.random(in: 0...UInt32.max))").path
  }

  func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  func remove() { try? FileManager.default.removeItem(at: folder) }
}
