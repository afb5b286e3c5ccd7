#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A small file with a secret.
struct PrivateFile: Sendable {
  /// Bytes that it may have; a file that is larger is not read.
  static let maxBytes = 65_536

  let path: String

  /// Reads the file; never waits for a pipe or a device.
  func read() -> SessionContent {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      let code = errno
      return code == ENOENT && !isLink ? .absent : .unreadable(text(of: code))
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { return .unreadable(text(of: errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { return .unreadable("it is not a file") }
    return readAll(file, isPrivate: status.st_mode & 0o077 == 0)
  }

  /// True for a link that points nowhere, perhaps to a volume that is not there yet: that is not "no session".
  private var isLink: Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  private func readAll(_ file: Int32, isPrivate: Bool) -> SessionContent {
    var buffer = [UInt8](repeating: 0, count: Self.maxBytes + 1)
    var count = 0
    while count < buffer.count {
      let result = buffer.withUnsafeMutableBytes {
        pread(file, $0.baseAddress?.advanced(by: count), $0.count - count, off_t(count))
      }
      if result == 0 { return .bytes(Array(buffer[..<count]), isPrivate: isPrivate) }
      if result < 0, errno != EINTR { return .unreadable(text(of: errno)) }
      count += max(result, 0)
    }
    return .unreadable("it is larger than \(Self.maxBytes) bytes")
  }

  private func text(of code: Int32) -> String { String(cString: strerror(code)) }
}
