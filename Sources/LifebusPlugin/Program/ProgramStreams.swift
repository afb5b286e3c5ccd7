internal import LifebusSystem

#if canImport(Darwin)
  @preconcurrency import Darwin
#elseif canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#endif

/// The pipes to the host, out of reach of what the plugin reads and prints.
struct ProgramStreams {
  let input: Descriptor
  let output: Descriptor

  /// Takes standard input and output for the protocol: who reads the former finds its end, who prints does so to standard error.
  ///
  /// Signals that people send to all programs of a terminal are the host's to obey, and a pipe that nobody reads is no reason
  /// to die.
  static func take() throws(SystemError) -> ProgramStreams {
    for number in [SIGINT, SIGTERM, SIGPIPE] { signal(number, SIG_IGN) }
    let nothing = try Descriptor.open(reading: "/dev/null")
    defer { nothing.close() }
    let streams = ProgramStreams(
      input: try Descriptor.standardInput.moveAway(leaving: nothing),
      output: try Descriptor.standardOutput.moveAway(leaving: .standardError))
    // What is printed is to be in the log line by line, also before a crash.
    setvbuf(stdout, nil, _IOLBF, 0)
    return streams
  }
}
