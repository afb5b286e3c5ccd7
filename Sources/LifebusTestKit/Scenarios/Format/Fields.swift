internal import LifebusJSON

/// Reads the members of one object of a scenario, and says which of them is wrong.
struct Fields {
  /// Milliseconds and counts up to this are taken: about thirty years.
  static let numberLimit = 1_000_000_000_000

  let line: Int
  let path: String
  let object: JSONObject

  /// Takes an object with no keys but these.
  init(_ value: JSONValue, line: Int, path: String = "", known: Set<String>) throws(ScenarioError) {
    guard case .object(let object) = value else {
      throw ScenarioError(line: line, field: path.isEmpty ? nil : path, "expected an object, found \(value.typeName)")
    }
    self.line = line
    self.path = path
    self.object = object
    if let key = object.keys.first(where: { !known.contains($0) }) {
      throw error(key, "an unknown key; known are \(known.sorted().joined(separator: ", "))")
    }
  }

  /// Takes an object whose keys are names.
  init(names value: JSONValue, line: Int, path: String) throws(ScenarioError) {
    guard case .object(let object) = value else {
      throw ScenarioError(line: line, field: path, "expected an object, found \(value.typeName)")
    }
    self.line = line
    self.path = path
    self.object = object
  }

  func has(_ key: String) -> Bool { object[key] != nil }

  func path(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  func error(_ key: String, _ problem: String) -> ScenarioError { ScenarioError(line: line, field: path(key), problem) }

  func required(_ key: String) throws(ScenarioError) -> JSONValue {
    guard let value = object[key] else { throw error(key, "is missing") }
    return value
  }

  // MARK: Values

  func string(_ key: String) throws(ScenarioError) -> String {
    guard case .string(let text) = try required(key) else { throw wrong(key, "a string") }
    return text
  }

  func stringIfPresent(_ key: String) throws(ScenarioError) -> String? {
    has(key) ? try string(key) : nil
  }

  func bool(_ key: String) throws(ScenarioError) -> Bool {
    try boolIfPresent(key) ?? false
  }

  func boolIfPresent(_ key: String) throws(ScenarioError) -> Bool? {
    guard let value = object[key] else { return nil }
    guard case .bool(let flag) = value else { throw wrong(key, "true or false") }
    return flag
  }

  func integer(_ key: String, least: Int = 0) throws(ScenarioError) -> Int {
    guard case .number(let text) = try required(key), let number = Int(text) else { throw wrong(key, "a whole number") }
    guard number >= least else { throw error(key, "must be at least \(least), is \(number)") }
    guard number <= Self.numberLimit else { throw error(key, "must be at most \(Self.numberLimit), is \(number)") }
    return number
  }

  func integerIfPresent(_ key: String, least: Int = 0) throws(ScenarioError) -> Int? {
    has(key) ? try integer(key, least: least) : nil
  }

  func list(_ key: String) throws(ScenarioError) -> [JSONValue] {
    guard case .array(let values) = try required(key) else { throw wrong(key, "a list") }
    return values
  }

  func strings(_ key: String) throws(ScenarioError) -> [String] {
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
  func word<Word: RawRepresentable<String> & CaseIterable>(_ key: String, of type: Word.Type) throws(ScenarioError) -> Word {
    let text = try string(key)
    guard let word = Word(rawValue: text) else {
      let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw error(key, "'\(text)' is unknown; known are \(known)")
    }
    return word
  }

  func wordIfPresent<Word: RawRepresentable<String> & CaseIterable>(
    _ key: String, of type: Word.Type
  ) throws(ScenarioError) -> Word? {
    has(key) ? try word(key, of: type) : nil
  }

  func kind(_ key: String) throws(ScenarioError) -> ScenarioKind {
    let text = try string(key)
    guard let kind = ScenarioKind(text) else { throw error(key, "'\(text)' is no kind; known are \(ScenarioKind.known)") }
    return kind
  }

  private func wrong(_ key: String, _ expected: String) -> ScenarioError {
    error(key, "expected \(expected), found \(object[key]?.typeName ?? "nothing")")
  }
}
