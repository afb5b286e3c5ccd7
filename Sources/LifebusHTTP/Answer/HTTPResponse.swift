#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

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

  /// The value of a field; those of several that have one name are one, with commas.
  package subscript(_ name: String) -> String? { fields[name.lowercased()] }

  /// Whether the answer is somewhere else.
  var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) }

  /// Whether no body follows, whatever the fields say of one.
  var isBodiless: Bool { [204, 304].contains(status) }

  /// Whether bytes are a field's name (RFC 9110 §5.6.2).
  static func isName(_ bytes: some Collection<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy { 0x21...0x7E ~= $0 && !separators.contains($0) }
  }

  private static let separators = Set(#"(),/:;<=>?@[\]{}""#.utf8)
}
