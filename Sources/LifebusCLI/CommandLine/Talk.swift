#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The two ways out: data to standard output, talk to standard error.
enum Talk {
  /// Prints a line of data.
  ///
  /// A program whose data cannot be written has not done its work: it ends at once with code 2. Where nobody reads any more
  /// (`| head`), the system ends it.
  static func print(_ text: String) {
    let problem = write(text, to: STDOUT_FILENO)
    guard problem != 0 else { return }
    say("lifebus: standard output cannot be written: \(String(cString: strerror(problem)))")
    exit(ExitCode.badInput.rawValue)
  }

  /// Says a line to whoever watches.
  static func say(_ text: String) { _ = write(text, to: STDERR_FILENO) }

  /// Writes a line; returns 0, or the number of the error.
  private static func write(_ text: String, to descriptor: Int32) -> Int32 {
    var rest = ArraySlice((text.hasSuffix("\n") ? text : text + "\n").utf8)
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        #if canImport(Darwin)
          Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #else
          Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
      }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return errno }
    }
    return 0
  }
}
