/// A once-key that is used up for ever, or for a version.
public struct LedgerKey: Hashable, Sendable {
  /// The handler.
  public let handler: HandlerID
  /// The clause's kind.
  public let kind: String
  /// The clause's name, where it has one.
  public let name: String?
  /// The version, of a `perVersion` clause.
  public let version: String?
  /// The event's key, of a `perKey` clause.
  public let key: String?

  /// Creates a key.
  public init(handler: HandlerID, kind: String, name: String? = nil, version: String? = nil, key: String? = nil) {
    self.handler = handler
    self.kind = kind
    self.name = name
    self.version = version
    self.key = key
  }

  /// True for a key that is to outlive a loss of power: that of a `perInstall` clause.
  public var isPerInstall: Bool { version == nil && key == nil }

  /// A number that is the same in every process (FNV-1a, 64 bits); two keys of one number are rare, and are told apart by
  /// ``Ledger/holds(_:)``.
  public var fingerprint: UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for part in [handler.rawValue, kind, name, version, key] {
      for byte in part.map({ Array($0.utf8) + [1] }) ?? [0] {
        hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
      }
    }
    return hash
  }
}
