package import Foundation

/// An answer whose body is in memory.
package struct HTTPResponse: Sendable {
  package let head: HTTPHead
  package let body: Data
}

/// What an answer says before its body.
package struct HTTPHead: Sendable {
  package let status: Int
  private let fields: [String: String]

  /// Creates a head; the case of the fields' names is of no meaning.
  package init(status: Int, fields: [String: String]) {
    self.status = status
    self.fields = Dictionary(fields.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
  }

  /// The value of a field.
  package subscript(_ name: String) -> String? { fields[name.lowercased()] }

  /// Where a redirect leads; nil for every other answer.
  var location: String? { [301, 302, 303, 307, 308].contains(status) ? self["Location"] : nil }
}
