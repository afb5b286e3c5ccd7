/// Why a file is no valid scenario: where, and what is wrong there.
public struct ScenarioError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line, counted from 1.
  public let line: Int
  /// The way to the field, such as `handlers.sync.on[0].kind`; nil for the line as a whole.
  public let field: String?
  /// What is wrong, in words.
  public let problem: String

  init(line: Int, field: String? = nil, _ problem: String) {
    self.line = line
    self.field = field
    self.problem = problem
  }

  /// The line, the field and the problem.
  public var description: String {
    guard let field else { return "line \(line): \(problem)" }
    return "line \(line), field '\(field)': \(problem)"
  }
}
