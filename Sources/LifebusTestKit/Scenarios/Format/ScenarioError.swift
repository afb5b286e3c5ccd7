internal import LifebusHandlerText

/// Why a file is no valid scenario: where, and what is wrong there.
public struct ScenarioError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line, counted from 1.
  public let line: Int
  /// The way to the field, such as `handlers.sync.on[0].kind`; nil for the line as a whole.
  public let field: String?
  /// What is wrong, in words.
  public let problem: String
  /// The line, the field and the problem.
  public let description: String

  init(_ error: FieldError) {
    (line, field, problem, description) = (error.line, error.field, error.problem, error.description)
  }
}
