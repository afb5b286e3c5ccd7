#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An open file, pipe or terminal, and the few calls of the system that the host makes on it; each waits until it is done.
package struct Descriptor: Sendable {
  package static let standardInput = Descriptor(raw: 0)
  package static let standardOutput = Descriptor(raw: 1)
  package static let standardError = Descriptor(raw: 2)

  package let raw: Int32

  package init(raw: Int32) {
    self.raw = raw
  }

  package var isTerminal: Bool { isatty(raw) == 1 }

  /// Opens a file for reading; a named pipe too, without waiting for its writer.
  package static func open(reading path: String) throws(SystemError) -> Descriptor {
    let descriptor = Descriptor(raw: try SystemError.check { systemOpen(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0) })
    var status = stat()
    _ = try SystemError.check { fstat(descriptor.raw, &status) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw SystemError(code: EISDIR) }
    return descriptor
  }

  /// Opens a file for reading, and waits for the writer of a named pipe.
  package static func open(waitingFor path: String) throws(SystemError) -> Descriptor {
    Descriptor(raw: try SystemError.check { systemOpen(path, O_RDONLY | O_CLOEXEC, 0) })
  }

  /// Opens a file for reading and writing, and makes it if it is not there, for its owner only.
  package static func open(writing path: String, followsLink: Bool = true) throws(SystemError) -> Descriptor {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | (followsLink ? 0 : O_NOFOLLOW)
    return Descriptor(raw: try SystemError.check { systemOpen(path, flags, 0o600) })
  }

  /// A pipe: what is written to one end is read from the other.
  package static func pipe() throws(SystemError) -> (reading: Descriptor, writing: Descriptor) {
    var ends: [Int32] = [0, 0]
    _ = try SystemError.check { systemPipe(&ends) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (Descriptor(raw: ends[0]), Descriptor(raw: ends[1]))
  }

  /// Sees to it that standard input, output and error are open: another file in their place would be taken for them.
  ///
  /// - Parameter outputIsWanted: What is written to an output that was closed fails; otherwise it goes nowhere.
  /// - Throws: Why one of them cannot be opened.
  package static func openStandardOnes(outputIsWanted: Bool) throws(SystemError) {
    for raw: Int32 in 0...2 where fcntl(raw, F_GETFD) < 0 {
      // The system gives the lowest number that is free.
      let mode = raw == STDOUT_FILENO && outputIsWanted ? O_RDONLY : O_RDWR
      _ = try SystemError.check { systemOpen("/dev/null", mode, 0) }
    }
  }

  /// Has what was written outlive a loss of power.
  package func synchronize() throws(SystemError) {
    #if canImport(Darwin)
      _ = try SystemError.check { fcntl(raw, F_FULLFSYNC) }
    #else
      _ = try SystemError.check { fsync(raw) }
    #endif
  }

  package func close() { _ = systemClose(raw) }

  /// Has reading and writing return at once where they would have to wait.
  package func stopWaiting() throws(SystemError) {
    _ = try SystemError.check { fcntl(raw, F_SETFL, O_NONBLOCK) }
  }

  /// Waits until one of these can be read, or one of `writing` written, or their other ends are gone, at most so long; returns
  /// them.
  package static func wait(
    reading: [Descriptor], writing: [Descriptor] = [], within limit: Duration? = nil
  ) throws(SystemError) -> Set<Int32> {
    var polled = reading.map { pollfd(fd: $0.raw, events: Int16(POLLIN), revents: 0) }
    polled += writing.map { pollfd(fd: $0.raw, events: Int16(POLLOUT), revents: 0) }
    let milliseconds = limit.map { Int32(clamping: $0.microseconds / 1_000) } ?? -1
    _ = try SystemError.check { poll(&polled, nfds_t(polled.count), milliseconds) }
    return Set(polled.filter { $0.revents != 0 }.map(\.fd))
  }

  /// What ends a wait.
  package enum Wait: Sendable {
    /// The descriptor can be read or written, or its other end is gone.
    case ready
    /// Another descriptor became readable first.
    case interrupted
    /// The time is over.
    case timedOut
  }

  /// Waits until it can be read, or written; or until `interrupt` can be read, or for so long.
  package func wait(
    toWrite: Bool = false, unless interrupt: Descriptor? = nil, within limit: Duration? = nil
  ) throws(SystemError) -> Wait {
    var polled = [pollfd(fd: raw, events: Int16(toWrite ? POLLOUT : POLLIN), revents: 0)]
    if let interrupt { polled.append(pollfd(fd: interrupt.raw, events: Int16(POLLIN), revents: 0)) }
    let milliseconds = limit.map { Int32(clamping: $0.microseconds / 1_000) } ?? -1
    guard try SystemError.check({ poll(&polled, nfds_t(polled.count), milliseconds) }) > 0 else { return .timedOut }
    return polled.count > 1 && polled[1].revents != 0 ? .interrupted : .ready
  }

  /// Reads what is there, at most the buffer's size; 0 at the end, nil if there is nothing now.
  package func readSome(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int? {
    try SystemError.checkUnlessBlocked { systemRead(raw, buffer.baseAddress, buffer.count) }
  }

  /// Reads what is there, at most the buffer's size, and waits until there is something; 0 at the end, nil when `interrupt`
  /// became readable first.
  package func read(into buffer: UnsafeMutableRawBufferPointer, unless interrupt: Descriptor) throws(SystemError) -> Int? {
    while true {
      guard try wait(unless: interrupt) == .ready else { return nil }
      // It would have to wait if somebody else was quicker, who shares the descriptor.
      if let count = try readSome(into: buffer) { return count }
    }
  }

  /// Reads to the end, at most so many bytes.
  package func readAll(limit: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: min(limit, 1 << 16))
    while bytes.count < limit {
      let wanted = min(buffer.count, limit - bytes.count)
      let count = try SystemError.check { buffer.withUnsafeMutableBytes { systemRead(raw, $0.baseAddress, wanted) } }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// Reads what is there, at most so many bytes, and waits until there is something; none at the end, nil if it is not to wait.
  package func readSome(_ limit: Int) throws(SystemError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = try SystemError.checkUnlessBlocked { bytes.withUnsafeMutableBytes { systemRead(raw, $0.baseAddress, limit) } }
    return count.map { Array(bytes.prefix($0)) }
  }

  /// Writes what is taken now, and returns how many bytes that is; nil if it would have to wait and is not to.
  package func writeSome(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int? {
    try SystemError.checkUnlessBlocked { systemWrite(raw, bytes.baseAddress, bytes.count) }
  }

  /// Writes all bytes, and waits until they are taken.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try rest.withUnsafeBufferPointer { chunk throws(SystemError) in try writeSome(UnsafeRawBufferPointer(chunk)) }
      if let count { rest = rest.dropFirst(count) } else { _ = try wait(toWrite: true) }
    }
  }
}

// The names of the system's functions that are also the names of methods above.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { pipe(ends) }
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}
