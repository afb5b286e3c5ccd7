#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that is open for appending, and locked against other processes; closed when nobody has it any more.
final class OpenFile {
  let path: String
  private let raw: Int32
  private let isRegular: Bool

  /// Opens a file, which is made, private to its owner, if it is not there; a device will do, a pipe will not.
  init(_ path: String) throws {
    self.path = path
    raw = open(path, O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard raw >= 0 else {
      isRegular = false
      throw FileSystem.failure(path, "cannot be opened")
    }
    let kind = Self.status(of: raw).st_mode & S_IFMT
    isRegular = kind == S_IFREG
    guard isRegular || kind == S_IFCHR else { throw AnalyticsLoggerError.file(path, problem: "is no file") }
    guard !isRegular || flock(raw, LOCK_EX | LOCK_NB) == 0 else {
      throw AnalyticsLoggerError.file(path, problem: "is written to by another process: end it, or set another 'file'")
    }
  }

  deinit {
    guard raw >= 0 else { return }
    // A child that is just being started has the descriptor too, until it has become another program.
    if isRegular { flock(raw, LOCK_UN) }
    close(raw)
  }

  /// Which file it is and where it ends; nil if somebody has removed it: what is written to it is lost.
  var end: FileEnd? {
    let status = Self.status(of: raw)
    guard status.st_nlink > 0 else { return nil }
    return FileEnd(inode: UInt64(status.st_ino), length: isRegular ? Int(status.st_size) : 0)
  }

  /// Appends bytes in one piece at the file's end, which is known; if the system does not take them all, none stays.
  ///
  /// - Returns: Where the file ends then.
  func append(_ bytes: [UInt8], at end: FileEnd) throws -> FileEnd {
    var result = 0
    repeat { result = bytes.withUnsafeBytes { write(raw, $0.baseAddress, $0.count) } } while result < 0 && errno == EINTR
    guard result != bytes.count else {
      return FileEnd(inode: end.inode, length: isRegular ? end.length + bytes.count : 0)
    }
    let problem = result < 0 ? String(cString: strerror(errno)) : "only \(result) of \(bytes.count) bytes were taken"
    if result > 0, isRegular { try cut(to: end.length) }
    throw AnalyticsLoggerError.file(path, problem: "cannot be written to: \(problem)")
  }

  /// Reads a piece of the file, which has it.
  func read(from offset: Int, count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let result = bytes.withUnsafeMutableBytes { pread(raw, $0.baseAddress, $0.count, off_t(offset)) }
    guard result == count else { throw FileSystem.failure(path, "cannot be read") }
    return bytes
  }

  /// Ends the file at a length.
  func cut(to length: Int) throws {
    guard ftruncate(raw, off_t(length)) == 0 else { throw FileSystem.failure(path, "cannot be cut") }
  }

  /// Waits until the content is on the disk.
  func synchronize() throws {
    if isRegular, fsync(raw) < 0 { throw FileSystem.failure(path, "cannot be brought to the disk") }
  }

  private static func status(of raw: Int32) -> stat {
    var status = stat()
    fstat(raw, &status)
    return status
  }
}
