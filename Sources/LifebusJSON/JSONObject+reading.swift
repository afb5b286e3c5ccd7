/// The members of an object by name, as what they are expected to be; nil where they are not there or are something else.
extension JSONObject {
  /// Reads an object; nil for what is none.
  package init?(parsing bytes: [UInt8]) {
    guard let value = try? JSONParser.parse(bytes), case .object(let object) = value else { return nil }
    self = object
  }

  package func text(_ key: String) -> String? {
    guard case .string(let text) = self[key] else { return nil }
    return text
  }

  package func number(_ key: String) -> Int? {
    guard case .number(let text) = self[key] else { return nil }
    return Int(text)
  }

  package func decimal(_ key: String) -> Double? {
    guard case .number(let text) = self[key] else { return nil }
    return Double(text)
  }

  package func isTrue(_ key: String) -> Bool { self[key] == .bool(true) }

  package func object(_ key: String) -> JSONObject? {
    guard case .object(let object) = self[key] else { return nil }
    return object
  }

  /// The values of a list; none where there is no list.
  package func values(_ key: String) -> [JSONValue] {
    guard case .array(let values) = self[key] else { return [] }
    return values
  }

  /// The objects of a list; none where there is no list.
  package func objects(_ key: String) -> [JSONObject] {
    values(key).compactMap { if case .object(let object) = $0 { object } else { nil } }
  }
}
