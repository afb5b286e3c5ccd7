/// The identity of an event: its source and an id that is unique there.
///
/// Publishing is idempotent: a given id that was already accepted from its source is not delivered again, and the receipt is
/// the first one's.
public struct EventID: Hashable, Sendable, Codable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The id, unique in its source.
  public let value: String

  /// Who made the event, as a URI reference; the bus's own source is `lifebus`.
  public let source: String

  /// Creates an identity.
  public init(_ value: String, source: String = "lifebus") {
    self.value = value
    self.source = source
  }

  /// Creates an identity of the bus's own source.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// By the bytes: texts that differ and look the same are two ids.
  public static func == (left: EventID, right: EventID) -> Bool {
    left.value.hasBytes(of: right.value) && left.source.hasBytes(of: right.source)
  }

  /// By the bytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(bytesOf: value)
    hasher.combine(bytesOf: source)
  }

  /// The id alone.
  public var description: String { value }
}
