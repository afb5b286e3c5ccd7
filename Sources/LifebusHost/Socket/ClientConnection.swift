internal import LifebusSystem

/// One client's connection; it blocks the thread that reads or writes, within the limits of time.
struct ClientConnection: Sendable {
  /// Why nothing more is read or written.
  enum Failure: Error {
    /// The client is gone, or takes nothing of what is sent to it.
    case gone
    /// The client has said nothing for too long.
    case idle
    /// The host ends.
    case interrupted
  }

  /// How long a host that ends waits for a client that takes nothing.
  private static let lastWait = Duration.seconds(1)

  let socket: Descriptor
  /// Can be read when the host ends.
  let interrupt: Descriptor
  let limits: SocketLimits

  /// Waits for bytes; nil at the end.
  ///
  /// A client that is busy may say nothing for as long as it is.
  func read(into buffer: UnsafeMutableRawBufferPointer, isBusy: () -> Bool) throws(Failure) -> Int? {
    while true {
      switch try orGone({ () throws(SystemError) in try socket.wait(unless: interrupt, within: limits.idle) }) {
      case .interrupted: throw .interrupted
      case .timedOut: if !isBusy() { throw .idle }
      case .ready: if let count = try readNow(into: buffer) { return count > 0 ? count : nil }
      }
    }
  }

  /// Reads what is there: nothing at the end; nil: it is to be waited for.
  func readNow(into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int? {
    try orGone { () throws(SystemError) in try socket.readSome(into: buffer) }
  }

  /// Writes all bytes.
  func write(_ bytes: [UInt8]) throws(Failure) {
    var rest = bytes[...]
    var isEnding = false
    while !rest.isEmpty {
      let count = try orGone { () throws(SystemError) in
        try rest.withUnsafeBufferPointer { chunk throws(SystemError) in try socket.send(UnsafeRawBufferPointer(chunk)) }
      }
      if let count {
        rest = rest.dropFirst(count)
        continue
      }
      let wait = try orGone { () throws(SystemError) in
        try socket.wait(
          toWrite: true, unless: isEnding ? nil : interrupt, within: isEnding ? Self.lastWait : limits.unread)
      }
      switch wait {
      case .ready: break
      case .interrupted: isEnding = true
      case .timedOut: throw .gone
      }
    }
  }

  /// Writes lines.
  func write(_ lines: [String]) throws(Failure) {
    try write(Array(lines.map { $0 + "\n" }.joined().utf8))
  }

  /// Waits until the client is gone, or the host ends; what it still sends is not read.
  func waitForEnd() {
    var scrap = [UInt8](repeating: 0, count: 1 << 12)
    while (try? socket.wait(unless: interrupt)) == .ready {
      let count = scrap.withUnsafeMutableBytes { buffer in (try? socket.readSome(into: buffer)) ?? 0 }
      guard count > 0 else { return }
    }
  }

  /// Has ``waitForEnd()`` return.
  func endReading() { socket.shutDownReceiving() }

  private func orGone<Result>(_ call: () throws(SystemError) -> Result) throws(Failure) -> Result {
    do throws(SystemError) { return try call() } catch { throw .gone }
  }
}
