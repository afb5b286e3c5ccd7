/// A name that is a text, and a type of its own so that it is not taken for another kind of name.
///
/// It is written as a literal, and encoded as the text alone.
public protocol TextID: Hashable, Sendable, Codable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name's text.
  var rawValue: String { get }

  /// Creates a name from a text.
  init(_ rawValue: String)
}

extension TextID {
  /// Creates a name from a literal.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// Decodes the text alone.
  public init(from decoder: any Decoder) throws {
    self.init(try String(from: decoder))
  }

  /// Encodes the text alone.
  public func encode(to encoder: any Encoder) throws {
    try rawValue.encode(to: encoder)
  }

  /// The name's text.
  public var description: String { rawValue }
}
