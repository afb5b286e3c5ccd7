/// A value in a row, or for a place in a statement.
package enum SQLValue: Equatable, Sendable, ExpressibleByNilLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  case null
  case integer(Int)
  case text(String)
  case bytes([UInt8])

  package init(nilLiteral: ()) { self = .null }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(stringLiteral value: String) { self = .text(value) }

  package init(_ value: Int) { self = .integer(value) }
  package init(_ value: Bool) { self = .integer(value ? 1 : 0) }
  package init(_ value: String?) { self = value.map { .text($0) } ?? .null }

  /// A number of 64 bits without a sign, kept as the signed one of the same bits.
  package init(bits value: UInt64) { self = .integer(Int(Int64(bitPattern: value))) }
}
