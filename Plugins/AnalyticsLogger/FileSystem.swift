#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a rotation asks of the file system, by path.
enum FileSystem {
  /// Makes the folder of a file, private to its owner, if it is not there.
  static func makeFolder(of path: String) throws {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
    do {
      try FileManager.default.createDirectory(
        atPath: String(path[..<slash]), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw AnalyticsLoggerError.file(String(path[..<slash]), problem: "cannot be made: \(error)")
    }
  }

  /// The sizes of a file and of its rotated ones, by number; that of the file itself is 0.
  static func sizes(of path: String) throws -> [Int: Int] {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? "."
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    var sizes: [Int: Int] = [:]
    for entry in try FileManager.default.contentsOfDirectory(atPath: folder) {
      guard let number = number(of: entry, name: name) else { continue }
      var status = stat()
      if lstat(number == 0 ? path : "\(path).\(number)", &status) == 0 { sizes[number] = Int(status.st_size) }
    }
    return sizes
  }

  /// The number of a rotated file, as it is written without zeros in front.
  private static func number(of entry: String, name: String) -> Int? {
    if entry == name { return 0 }
    guard entry.hasPrefix(name + "."), let number = Int(entry.dropFirst(name.count + 1)), number > 0 else { return nil }
    return entry == "\(name).\(number)" ? number : nil
  }

  /// The number that the file system gives a file; nil if there is none.
  static func inode(of path: String) -> UInt64? {
    var status = stat()
    return lstat(path, &status) == 0 ? UInt64(status.st_ino) : nil
  }

  static func remove(_ path: String) throws {
    guard unlink(path) == 0 || errno == ENOENT else { throw failure(path, "cannot be removed") }
  }

  static func move(_ path: String, to new: String) throws {
    guard rename(path, new) == 0 else { throw failure(path, "cannot be renamed") }
  }

  static func failure(_ path: String, _ what: String) -> AnalyticsLoggerError {
    .file(path, problem: "\(what): \(String(cString: strerror(errno)))")
  }
}
