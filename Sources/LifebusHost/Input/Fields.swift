internal import LifebusJSON

/// The members of a JSON object, read by name; what is wrong with one names it.
struct Fields {
  /// The longest name, id or key (4 KiB): the bus remembers them.
  static let textLimit = 4_096

  private let object: JSONObject
  /// What stands before the names in errors: `data.` in a CloudEvent's data.
  private let path: String

  init(_ object: JSONObject) {
    self.object = object
    path = ""
  }

  /// The fields of a CloudEvent's data, which may be missing.
  init(data: JSONValue) throws(LineError) {
    switch data {
    case .object(let object): self.object = object
    case .null: object = JSONObject()
    default: throw LineError("data", "is \(data.typeName): give an object")
    }
    path = "data."
  }

  var names: [String] { object.keys }

  subscript(name: String) -> JSONValue? { object[name] }

  func has(_ name: String) -> Bool { object[name] != nil }

  /// Sees to it that there are no other fields.
  func expect(_ known: [String], in what: String) throws(LineError) {
    guard let name = names.first(where: { !known.contains($0) }) else { return }
    throw LineError(path + name, "is unknown; \(what) knows \(known.joined(separator: ", "))")
  }

  func expectNumber(_ name: String) throws(LineError) {
    guard let value = object[name] else { return }
    guard case .number = value else { throw LineError(path + name, "is \(value.typeName): give a number") }
  }

  /// A string that is not empty, if the field is there.
  func text(_ name: String) throws(LineError) -> String? {
    guard let value = object[name] else { return nil }
    guard case .string(let text) = value else { throw LineError(path + name, "is \(value.typeName): give a string") }
    guard !text.isEmpty else { throw LineError(path + name, "is empty") }
    guard text.utf8.count <= Self.textLimit else {
      throw LineError(path + name, "has \(text.utf8.count) bytes: give at most \(Self.textLimit)")
    }
    return text
  }

  func required(_ name: String) throws(LineError) -> String {
    guard let text = try text(name) else { throw LineError(path + name, "is missing") }
    return text
  }

  /// One of a type's words, if the field is there.
  func choice<Word: RawRepresentable<String> & CaseIterable>(_ name: String) throws(LineError) -> Word? {
    guard let text = try text(name) else { return nil }
    guard let word = Word(rawValue: text) else {
      throw LineError(path + name, "'\(text)' is unknown; known are \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return word
  }

  func requiredChoice<Word: RawRepresentable<String> & CaseIterable>(_ name: String) throws(LineError) -> Word {
    guard let word: Word = try choice(name) else {
      throw LineError(path + name, "is missing; known are \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return word
  }

  /// An object's members as attributes; none if the field is not there.
  func attributes(_ name: String) throws(LineError) -> [String: String] {
    guard let value = object[name] else { return [:] }
    guard case .object(let members) = value else { throw LineError(path + name, "is \(value.typeName): give an object") }
    return members.attributes
  }
}

extension JSONObject {
  /// The members as an event's attributes.
  var attributes: [String: String] {
    Dictionary(members.map { ($0.key, $0.value.attributeText) }) { first, _ in first }
  }
}
