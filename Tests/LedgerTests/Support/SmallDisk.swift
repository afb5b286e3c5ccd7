import Foundation

/// A disk in memory with little room; only where the tests may mount one.
final class SmallDisk: Sendable {
  static let canBeMade = (try? SmallDisk(bytes: 65_536)) != nil

  let path: String

  init(bytes: Int) throws {
    path = FileManager.default.temporaryDirectory.appending(path: "lifebus-disk-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    do {
      try Self.run("mount", "-t", "tmpfs", "-o", "size=\(bytes)", "none", path)
    } catch {
      try FileManager.default.removeItem(atPath: path)
      throw error
    }
  }

  deinit {
    try? Self.run("umount", path)
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Lets nobody write any more.
  func makeReadOnly() throws { try Self.run("mount", "-o", "remount,ro", path) }

  /// Takes all the room that is left, but this.
  func fill(leaving count: Int) throws {
    let free = try FileManager.default.attributesOfFileSystem(forPath: path)[.systemFreeSize] as? Int ?? 0
    try Data(count: max(0, free - count)).write(to: URL(filePath: path + "/filler"))
  }

  func free() throws { try FileManager.default.removeItem(atPath: path + "/filler") }

  private static func run(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteNoPermission) }
  }
}
