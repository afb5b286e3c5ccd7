/// A text that no description, dump or log shows.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The text itself: for the request that needs it, and for nothing that people read.
  public let text: String

  /// Creates a secret of a text.
  public init(_ text: String) {
    self.text = text
  }

  /// By the bytes.
  public static func == (left: Secret, right: Secret) -> Bool { left.text.hasBytes(of: right.text) }

  /// By the bytes.
  public func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: text) }

  /// `(secret)`.
  public var description: String { "(secret)" }

  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
