import Foundation

#if os(Linux)
  import Glibc
#endif

/// A disk in memory with little room; only where the tests may mount one.
final class SmallDisk: Sendable {
  static let canBeMade = (try? SmallDisk(bytes: 65_536)) != nil

  let path: String

  init(bytes: Int) throws {
    path = FileManager.default.temporaryDirectory.appending(path: "lifebus-disk-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    do {
      try Self.mount(at: path, 0, "size=\(bytes)")
    } catch {
      try FileManager.default.removeItem(atPath: path)
      throw error
    }
  }

  deinit {
    #if os(Linux)
      umount(path)
    #endif
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Lets nobody write any more.
  func makeReadOnly() throws { try Self.mount(at: path, Self.remountReadOnly, nil) }

  /// Takes all the room that is left, but this.
  func fill(leaving count: Int) throws {
    let free = try FileManager.default.attributesOfFileSystem(forPath: path)[.systemFreeSize] as? Int ?? 0
    try Data(count: max(0, free - count)).write(to: URL(filePath: path + "/filler"))
  }

  func free() throws { try FileManager.default.removeItem(atPath: path + "/filler") }

  /// `MS_REMOUNT | MS_RDONLY`, which Swift does not see.
  private static let remountReadOnly: UInt = 32 | 1

  private static func mount(at path: String, _ flags: UInt, _ options: String?) throws {
    #if os(Linux)
      if Glibc.mount("none", path, "tmpfs", flags, options) == 0 { return }
    #endif
    throw CocoaError(.fileWriteNoPermission)
  }
}
