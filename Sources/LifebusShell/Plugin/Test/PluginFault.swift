/// What a program does that breaks a rule.
struct PluginFault: Error {
  let problem: String
  /// What it last wrote to its standard error.
  private(set) var said: [String] = []

  init(_ problem: String) { self.problem = problem }

  /// The fault, with the last lines of the program's standard error.
  func saying(_ talk: [String]) -> PluginFault {
    var fault = self
    fault.said = talk
    return fault
  }
}
