/// A JSON value as it was written: numbers keep their text, objects their order.
enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// What kind of value it is, with its article, for messages.
  var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }

  /// The value as an event's attribute: a string is itself, everything else its JSON.
  var attributeText: String {
    guard case .string(let text) = self else { return json }
    return text
  }

  /// The value as JSON, on one line.
  var json: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let text): text
    case .string(let text): JSONLine.quoted(text)
    case .array(let values): "[" + values.map(\.json).joined(separator: ",") + "]"
    case .object(let object):
      "{" + object.members.map { JSONLine.quoted($0.key) + ":" + $0.value.json }.joined(separator: ",") + "}"
    }
  }
}

/// A JSON object: its members in the order in which they were written, each key once.
struct JSONObject: Equatable, Sendable {
  struct Member: Equatable, Sendable {
    let key: String
    let value: JSONValue
  }

  private(set) var members: [Member] = []

  var keys: [String] { members.map(\.key) }

  subscript(key: String) -> JSONValue? { members.first { $0.key == key }?.value }

  /// Appends a member; false if the key is there already.
  mutating func append(_ key: String, _ value: JSONValue) -> Bool {
    guard self[key] == nil else { return false }
    members.append(Member(key: key, value: value))
    return true
  }
}
