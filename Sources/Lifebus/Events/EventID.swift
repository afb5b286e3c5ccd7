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
    left.value.utf8.elementsEqual(right.value.utf8) && left.source.utf8.elementsEqual(right.source.utf8)
  }

  /// By the bytes.
  public func hash(into hasher: inout Hasher) {
    for text in [value, source] {
      var text = text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      // What no text has tells where one ends.
      hasher.combine(0xFF as UInt8)
    }
  }

  /// The id alone.
  public var description: String { value }
}
