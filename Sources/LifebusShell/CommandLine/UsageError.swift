/// The command line asks for something that is not there.
struct UsageError: Error, Equatable {
  let problem: String

  init(_ problem: String) {
    self.problem = problem
  }
}
