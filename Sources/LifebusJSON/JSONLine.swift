/// One JSON object on one line, written member by member in the order of the calls.
package struct JSONLine {
  private var members = ""

  package init() {}

  /// The whole line, without its end.
  package var text: String { "{\(members)}" }

  /// Adds a string; nothing for nil.
  package mutating func add(_ key: StaticString, _ value: String?) {
    guard let value else { return }
    add(key, json: Self.quoted(value))
  }

  /// Adds a number; nothing for nil.
  package mutating func add(_ key: StaticString, _ value: Int?) {
    guard let value else { return }
    add(key, json: String(value))
  }

  /// Adds a boolean; nothing for nil.
  package mutating func add(_ key: StaticString, _ value: Bool?) {
    guard let value else { return }
    add(key, json: value ? "true" : "false")
  }

  /// Adds a value that is JSON already.
  package mutating func add(_ key: StaticString, json: String) {
    if !members.isEmpty { members += "," }
    members += "\"\(key)\":"
    members += json
  }

  /// An object with the keys in order.
  package static func object<Value>(_ members: [String: Value], _ json: (Value) -> String) -> String {
    "{" + members.sorted { $0.key < $1.key }.map { quoted($0.key) + ":" + json($0.value) }.joined(separator: ",") + "}"
  }

  /// A text as a JSON string.
  package static func quoted(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
      return "\"\(text)\""
    }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case ..<" ":
        let hex = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
