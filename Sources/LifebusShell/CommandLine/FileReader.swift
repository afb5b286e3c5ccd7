internal import LifebusSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads files and folders; the system's own calls, so that the program starts fast.
enum FileReader {
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The path from the root, without links; nil if there is nothing.
  static func realPath(of path: String) -> String? {
    guard let path = realpath(path, nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  static func names(inFolder path: String) throws(SystemError) -> [String] {
    guard let folder = opendir(path) else { throw .latest }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let capacity = MemoryLayout.size(ofValue: entry.pointee.d_name)
      let name = withUnsafePointer(to: &entry.pointee.d_name) { start in
        start.withMemoryRebound(to: CChar.self, capacity: capacity) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// The whole file, which may be a pipe; nil if it is longer than the limit.
  static func bytes(ofFile path: String, limit: Int) throws(SystemError) -> [UInt8]? {
    let file = Descriptor(raw: try SystemError.check { open(path, O_RDONLY | O_CLOEXEC) })
    defer { file.close() }
    var bytes: [UInt8] = []
    while true {
      let more = try file.readAll(limit: 1 << 16)
      guard !more.isEmpty else { return bytes }
      bytes += more
      guard bytes.count <= limit else { return nil }
    }
  }
}
