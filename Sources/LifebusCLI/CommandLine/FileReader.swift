#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reads files and folders; the system's own calls, so that the program starts fast.
enum FileReader {
  /// Why something cannot be read.
  struct Failure: Error {
    let problem: String

    init(_ problem: String) {
      self.problem = problem
    }

    /// What the system said last.
    static var latest: Failure { Failure(String(cString: strerror(errno))) }
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  static func names(inFolder path: String) throws(Failure) -> [String] {
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

  /// The whole file, which may be a pipe.
  static func bytes(ofFile path: String, limit: Int) throws(Failure) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .latest }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(file, &buffer, buffer.count)
      if count == 0 { return bytes }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw .latest
      }
      bytes += buffer[..<count]
      guard bytes.count <= limit else { throw Failure("the file is longer than \(limit) bytes") }
    }
  }
}
