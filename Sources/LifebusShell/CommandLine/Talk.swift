internal import LifebusSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The two ways out: data to standard output, talk to standard error.
enum Talk {
  /// Prints a line of data, or several.
  static func print(_ text: String) { write(lineBytes(text)) }

  /// Writes data as it is, and waits until it is taken.
  static func write(_ bytes: [UInt8]) {
    do throws(SystemError) { try Descriptor.standardOutput.write(bytes) } catch { giveUp(error) }
  }

  /// Says a line to whoever watches; that nobody reads it is no error.
  static func say(_ text: String) { try? Descriptor.standardError.write(lineBytes(text)) }

  /// Ends the program, whose data cannot be written: it has not done its work.
  static func giveUp(_ error: SystemError) -> Never {
    say("lifebus: standard output cannot be written: \(error)")
    exit(ExitCode.badInput.rawValue)
  }

  /// Ends the program, whose input cannot be read.
  static func giveUpReading(_ error: SystemError) -> Never {
    say("lifebus: standard input cannot be read: \(error)")
    exit(ExitCode.badInput.rawValue)
  }

  /// Ends the program as the system ends one that writes to nobody (`| head`).
  static func endWithReader() -> Never {
    raise(SIGPIPE)
    giveUp(SystemError(code: EPIPE))
  }

  /// What suits whoever reads the data.
  static var colours: Colours {
    let isDumb = environment("TERM") == "dumb" || environment("NO_COLOR") != nil
    return Descriptor.standardOutput.isTerminal && !isDumb ? .terminal : .none
  }

  private static func lineBytes(_ text: String) -> [UInt8] { Array((text.hasSuffix("\n") ? text : text + "\n").utf8) }
}

/// A variable of the environment.
func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
