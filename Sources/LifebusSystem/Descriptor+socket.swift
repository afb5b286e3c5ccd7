#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a socket takes and gives without waiting.
extension Descriptor {
  /// Sends what fits, and returns how many bytes that is; nil if nothing does now.
  ///
  /// A peer that is gone is an error, and no signal.
  package func send(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int? {
    #if canImport(Darwin)
      var isSilent: Int32 = 1
      _ = setsockopt(raw, SOL_SOCKET, SO_NOSIGPIPE, &isSilent, socklen_t(MemoryLayout<Int32>.size))
      let flags = MSG_DONTWAIT
    #else
      let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
    #endif
    return try SystemError.checkUnlessBlocked { systemSend(raw, bytes.baseAddress, bytes.count, flags) }
  }

  /// Receives what is there, at most so many bytes; none at the end, nil if nothing is there now.
  package func receive(_ limit: Int) throws(SystemError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = try SystemError.checkUnlessBlocked {
      bytes.withUnsafeMutableBytes { recv(raw, $0.baseAddress, limit, Int32(MSG_DONTWAIT)) }
    }
    return count.map { Array(bytes.prefix($0)) }
  }

  /// Ends the receiving side: whoever waits for something to read is woken, and reads the end.
  package func shutDownReceiving() {
    _ = shutdown(raw, Int32(SHUT_RD))
  }

  /// Says to the peer that no more will be sent.
  package func shutDownSending() {
    _ = shutdown(raw, Int32(SHUT_WR))
  }
}

// The name of the system's function that is also the name of a method above.
private func systemSend(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
  send(socket, bytes, count, flags)
}
