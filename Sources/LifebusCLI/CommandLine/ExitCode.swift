/// How the program ends, as the number that it exits with.
enum ExitCode: Int32 {
  /// All is as it should be.
  case done = 0
  /// Something failed, or is not as expected.
  case failed = 1
  /// Wrong usage, or input that cannot be read.
  case badInput = 2
}

/// The command line asks for something that is not there.
struct UsageError: Error {
  let problem: String

  init(_ problem: String) {
    self.problem = problem
  }
}
