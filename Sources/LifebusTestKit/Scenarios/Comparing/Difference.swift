internal import LifebusJSON

/// Something that a scenario expects and that was not so.
public struct Difference: Sendable, Equatable, CustomStringConvertible {
  /// What is compared, such as `deliveries.sync.launch`.
  public let key: String
  /// What was expected, as JSON.
  public let expected: String
  /// What was there, as JSON.
  public let got: String
  /// The handler that it is about, if it is about one.
  public let handler: String?

  /// The key and both values.
  public var description: String { "\(key): expected \(expected), got \(got)" }

  init(_ key: String, _ expected: JSONValue, _ got: JSONValue, handler: String? = nil) {
    self.key = key
    self.expected = expected.json
    self.got = got.json
    self.handler = handler
  }
}

extension JSONValue {
  static func count(_ number: Int) -> JSONValue { .number(String(number)) }

  static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
