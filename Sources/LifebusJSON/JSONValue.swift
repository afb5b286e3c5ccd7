/// A JSON value as it was written: numbers keep their text, objects their order.
package enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// What kind of value it is, with its article, for messages.
  package var typeName: String {
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
  package var attributeText: String {
    guard case .string(let text) = self else { return json }
    return text
  }

  /// The value as JSON, on one line.
  package var json: String {
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
package struct JSONObject: Equatable, Sendable {
  package struct Member: Equatable, Sendable {
    package let key: String
    package let value: JSONValue
  }

  package private(set) var members: [Member] = []

  package init() {}

  package var keys: [String] { members.map(\.key) }

  package subscript(key: String) -> JSONValue? { members.first { $0.key == key }?.value }

  /// Appends a member; false if the key is there already.
  package mutating func append(_ key: String, _ value: JSONValue) -> Bool {
    guard self[key] == nil else { return false }
    members.append(Member(key: key, value: value))
    return true
  }
}
