package import LifebusJSON

/// Reads the members of one object, and says which of them is wrong.
package struct Fields {
  /// Milliseconds and counts up to this are taken: about thirty years.
  package static let numberLimit = 1_000_000_000_000

  package let line: Int
  package let path: String
  package let object: JSONObject

  /// Takes an object with no keys but these.
  package init(_ value: JSONValue, line: Int, path: String = "", known: Set<String>) throws(FieldError) {
    guard case .object(let object) = value else {
      throw FieldError(line: line, field: path.isEmpty ? nil : path, "expected an object, found \(value.typeName)")
    }
    self.line = line
    self.path = path
    self.object = object
    if let key = object.keys.first(where: { !known.contains($0) }) {
      throw error(key, "an unknown key; known are \(known.sorted().joined(separator: ", "))")
    }
  }

  /// Takes an object whose keys are names.
  package init(names value: JSONValue, line: Int, path: String) throws(FieldError) {
    guard case .object(let object) = value else {
      throw FieldError(line: line, field: path, "expected an object, found \(value.typeName)")
    }
    self.line = line
    self.path = path
    self.object = object
  }

  package func has(_ key: String) -> Bool { object[key] != nil }

  package func path(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  package func error(_ key: String, _ problem: String) -> FieldError { FieldError(line: line, field: path(key), problem) }

  package func required(_ key: String) throws(FieldError) -> JSONValue {
    guard let value = object[key] else { throw error(key, "is missing") }
    return value
  }

  // MARK: Values

  package func string(_ key: String) throws(FieldError) -> String {
    guard case .string(let text) = try required(key) else { throw wrong(key, "a string") }
    return text
  }

  package func stringIfPresent(_ key: String) throws(FieldError) -> String? {
    has(key) ? try string(key) : nil
  }

  package func bool(_ key: String) throws(FieldError) -> Bool {
    try boolIfPresent(key) ?? false
  }

  package func boolIfPresent(_ key: String) throws(FieldError) -> Bool? {
    guard let value = object[key] else { return nil }
    guard case .bool(let flag) = value else { throw wrong(key, "true or false") }
    return flag
  }

  package func integer(_ key: String, least: Int = 0) throws(FieldError) -> Int {
    guard case .number(let text) = try required(key), let number = Int(text) else { throw wrong(key, "a whole number") }
    guard number >= least else { throw error(key, "must be at least \(least), is \(number)") }
    guard number <= Self.numberLimit else { throw error(key, "must be at most \(Self.numberLimit), is \(number)") }
    return number
  }

  package func integerIfPresent(_ key: String, least: Int = 0) throws(FieldError) -> Int? {
    has(key) ? try integer(key, least: least) : nil
  }

  package func list(_ key: String) throws(FieldError) -> [JSONValue] {
    guard case .array(let values) = try required(key) else { throw wrong(key, "a list") }
    return values
  }

  package func strings(_ key: String) throws(FieldError) -> [String] {
    var texts: [String] = []
    for value in try list(key) {
      guard case .string(let text) = value else {
        throw error("\(key)[\(texts.count)]", "expected a string, found \(value.typeName)")
      }
      texts.append(text)
    }
    return texts
  }

  /// One of the words that a type knows.
  package func word<Word: RawRepresentable<String> & CaseIterable>(_ key: String, of type: Word.Type) throws(FieldError) -> Word
  {
    let text = try string(key)
    guard let word = Word(rawValue: text) else {
      let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw error(key, "'\(text)' is unknown; known are \(known)")
    }
    return word
  }

  package func wordIfPresent<Word: RawRepresentable<String> & CaseIterable>(
    _ key: String, of type: Word.Type
  ) throws(FieldError) -> Word? {
    has(key) ? try word(key, of: type) : nil
  }

  package func kind(_ key: String) throws(FieldError) -> EventKind {
    let text = try string(key)
    guard let kind = EventKind(text) else { throw error(key, "'\(text)' is no kind; known are \(EventKind.known)") }
    return kind
  }

  private func wrong(_ key: String, _ expected: String) -> FieldError {
    error(key, "expected \(expected), found \(object[key]?.typeName ?? "nothing")")
  }
}
