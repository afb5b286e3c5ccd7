#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The two ways out: data to standard output, talk to standard error.
enum Talk {
  /// Prints a line of data.
  static func print(_ text: String) { write(text, to: STDOUT_FILENO) }

  /// Says a line to whoever watches.
  static func say(_ text: String) { write(text, to: STDERR_FILENO) }

  private static func write(_ text: String, to descriptor: Int32) {
    var rest = ArraySlice((text.hasSuffix("\n") ? text : text + "\n").utf8)
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        #if canImport(Darwin)
          Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #else
          Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
      }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
    }
  }
}
