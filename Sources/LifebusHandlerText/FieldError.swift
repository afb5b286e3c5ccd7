/// What is wrong in a text that describes handlers: where, and how.
package struct FieldError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line, counted from 1.
  package let line: Int
  /// The way to the field, such as `handlers.sync.on[0].kind`; nil for the line as a whole.
  package let field: String?
  /// What is wrong, in words.
  package let problem: String

  package init(line: Int, field: String? = nil, _ problem: String) {
    self.line = line
    self.field = field
    self.problem = problem
  }

  /// The field and the problem.
  package var text: String { field.map { "field '\($0)': \(problem)" } ?? problem }

  /// The line, the field and the problem.
  package var description: String {
    guard let field else { return "line \(line): \(problem)" }
    return "line \(line), field '\(field)': \(problem)"
  }
}
