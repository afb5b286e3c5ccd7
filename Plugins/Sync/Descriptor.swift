#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file or folder that is open for as long as the value lives.
struct Descriptor: ~Copyable {
  private let raw: Int32

  private init(_ result: Int32) throws(SystemError) {
    guard result >= 0 else { throw SystemError(errno) }
    raw = result
  }

  deinit { close(raw) }
}

/// What the system says is against a call.
struct SystemError: Error, CustomStringConvertible {
  let text: String
  let isMissing: Bool

  var description: String { text }

  init(_ code: Int32) {
    text = String(cString: strerror(code))
    isMissing = code == ENOENT
  }

  init(text: String) {
    self.text = text
    isMissing = false
  }
}

/// What the system says of a path or a descriptor.
struct FileStatus {
  enum Kind { case file, folder, other }

  let kind: Kind
  let stamp: FileStamp
  /// Tells a folder from all others.
  let identity: [UInt64]

  /// Asks for a path.
  init(of path: Path, followsLink: Bool) throws(SystemError) {
    var status = stat()
    try check(followsLink ? stat(path.text, &status) : lstat(path.text, &status))
    self.init(status)
  }

  fileprivate init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    stamp = FileStamp(size: Int(status.st_size), modified: FileTime(modified), changed: FileTime(changed))
    identity = [UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino)]
  }
}

extension FileTime {
  fileprivate init(_ time: timespec) {
    self.init(seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
  }
}

private func check(_ result: Int32) throws(SystemError) {
  if result < 0 { throw SystemError(errno) }
}

// MARK: Folders

extension Descriptor {
  /// Opens a folder, which it makes with all above it, private to its owner, if it is not there.
  init(makingFolder path: Path) throws(SystemError) {
    // What is against one of them shows when the last is opened.
    for end in path.parts.indices { _ = mkdir(Path(parts: Array(path.parts[...end])).text, 0o700) }
    try self.init(open(path.text, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
  }

  /// Opens a folder in this folder, which it makes if it is not there; a symbolic link is none.
  func folder(_ name: String) throws(SystemError) -> Descriptor {
    if mkdirat(raw, name, 0o700) < 0, errno != EEXIST { throw SystemError(errno) }
    return try Descriptor(openat(raw, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
  }

  /// Opens the folder itself once more.
  func again() throws(SystemError) -> Descriptor {
    try Descriptor(openat(raw, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
  }

  /// What the system says of a file of this folder; nil if there is none, or something else.
  func stamp(of name: String) -> FileStamp? {
    var status = stat()
    guard fstatat(raw, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    let found = FileStatus(status)
    return found.kind == .file ? found.stamp : nil
  }

  /// Removes a file of this folder, if it is there.
  func remove(_ name: String) throws(SystemError) {
    if unlinkat(raw, name, 0) < 0, errno != ENOENT { throw SystemError(errno) }
  }

  /// Gives a file of this folder another name, in place of what has that name.
  func rename(_ name: String, to new: String) throws(SystemError) {
    try check(renameat(raw, name, raw, new))
  }
}

// MARK: Files

extension Descriptor {
  /// Opens a file for reading; never waits for a pipe.
  init(reading path: Path, followsLink: Bool) throws(SystemError) {
    try self.init(open(path.text, O_RDONLY | O_NONBLOCK | O_CLOEXEC | (followsLink ? 0 : O_NOFOLLOW)))
  }

  /// Opens a file of this folder for reading.
  func file(_ name: String) throws(SystemError) -> Descriptor {
    try Descriptor(openat(raw, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC))
  }

  /// Reads a file of this folder that has at most so many bytes.
  func content(of name: String, limit: Int) throws(SystemError) -> [UInt8] {
    let file = try file(name)
    let status = try file.status()
    guard status.kind == .file, status.stamp.size <= limit else { throw SystemError(EFBIG) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: status.stamp.size, alignment: 1)
    defer { buffer.deallocate() }
    return Array(buffer.prefix(try file.read(into: buffer, from: 0)))
  }

  /// Makes a file in this folder, private to its owner, and opens it for writing.
  func newFile(_ name: String) throws(SystemError) -> Descriptor {
    try Descriptor(openat(raw, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600))
  }

  /// What the system says of the open file.
  func status() throws(SystemError) -> FileStatus {
    var status = stat()
    try check(fstat(raw, &status))
    return FileStatus(status)
  }

  /// Reads from a place on until the buffer is full or the file is at its end.
  func read(into buffer: UnsafeMutableRawBufferPointer, from offset: Int) throws(SystemError) -> Int {
    var count = 0
    while count < buffer.count {
      let result = pread(raw, buffer.baseAddress?.advanced(by: count), buffer.count - count, off_t(offset + count))
      if result == 0 { break }
      if result < 0, errno != EINTR { throw SystemError(errno) }
      count += max(result, 0)
    }
    return count
  }

  /// Writes all bytes.
  func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      #if canImport(Darwin)
        let result = Darwin.write(raw, part.baseAddress, part.count)
      #elseif canImport(Glibc)
        let result = Glibc.write(raw, part.baseAddress, part.count)
      #else
        let result = Musl.write(raw, part.baseAddress, part.count)
      #endif
      if result < 0, errno != EINTR { throw SystemError(errno) }
      rest = rest.dropFirst(max(result, 0))
    }
  }

  /// Sets the modification time.
  func setModified(_ time: FileTime) throws(SystemError) {
    let value = timespec(tv_sec: time.seconds, tv_nsec: time.nanoseconds)
    try check(futimens(raw, [value, value]))
  }

  /// Waits until the file's content is on the disk.
  func synchronize() throws(SystemError) {
    try check(fsync(raw))
  }
}
