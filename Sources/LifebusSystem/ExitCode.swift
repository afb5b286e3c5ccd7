/// How a program of the project has ended, as the number that it exits with.
package enum ExitCode: Int32, Sendable, CaseIterable {
  /// All is done; a duplicate and a skip are done.
  case done = 0
  /// A handler failed, or something is not as expected.
  case failed = 1
  /// Usage, bad input, a host that could not start, or output that could not be written.
  case badInput = 2
  /// A call did not return in time, or was cut off.
  case timedOut = 3
  /// A delivery is held by a gate.
  case held = 4
  /// Nobody handles an event.
  case unhandled = 5
  /// There is no host, or it is gone.
  case noHost = 6
  /// The host is of another release, whose protocol is another one.
  case otherVersion = 7

  /// The one that says most, of several that apply; one that ends the program at once comes first.
  package static func first(of codes: Set<ExitCode>) -> ExitCode {
    [.noHost, .otherVersion, .badInput, .failed, .timedOut, .held, .unhandled].first(where: codes.contains) ?? .done
  }
}
