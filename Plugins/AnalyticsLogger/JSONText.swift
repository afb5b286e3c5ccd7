/// Builds one line of JSON, its fields in the order in which they are added.
package struct JSONText {
  /// The text so far, in UTF-8.
  package private(set) var bytes: [UInt8] = []
  private var isFirst = true

  /// Builds an object.
  package init(capacity: Int = 512, _ fill: (inout JSONText) -> Void) {
    bytes.reserveCapacity(capacity)
    object(fill)
  }

  package mutating func add(_ name: StaticString, _ value: String) {
    begin(name)
    quote(value)
  }

  package mutating func add(_ name: StaticString, _ value: Int) {
    begin(name)
    bytes += String(value).utf8
  }

  package mutating func add(_ name: StaticString, _ value: Bool) {
    begin(name)
    bytes += (value ? "true" : "false").utf8
  }

  /// Adds an object.
  package mutating func add(_ name: StaticString, _ fill: (inout JSONText) -> Void) {
    begin(name)
    object(fill)
  }

  /// Adds texts, in the order of their names.
  package mutating func add(_ name: StaticString, _ texts: [String: String]) {
    add(name) { json in
      for (key, value) in texts.sorted(by: { $0.key < $1.key }) {
        json.separate()
        json.quote(key)
        json.bytes.append(UInt8(ascii: ":"))
        json.quote(value)
      }
    }
  }

  /// Adds a value that is JSON already, without a line break.
  package mutating func add(_ name: StaticString, json value: some Sequence<UInt8>) {
    begin(name)
    bytes += value
  }

  package mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }

  private mutating func object(_ fill: (inout JSONText) -> Void) {
    bytes.append(UInt8(ascii: "{"))
    isFirst = true
    fill(&self)
    isFirst = false
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func begin(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes += $0 }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func separate() {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
  }

  /// Appends a text in quotes; what JSON does not allow there is escaped.
  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      if utf8.contains(where: Self.isEscaped) { utf8.forEach { escape($0) } } else { bytes += utf8 }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func escape(_ byte: UInt8) {
    guard Self.isEscaped(byte) else { return bytes.append(byte) }
    bytes.append(UInt8(ascii: "\\"))
    guard byte < 0x20 else { return bytes.append(byte) }
    bytes += "u00".utf8
    bytes.append(Self.digits[Int(byte >> 4)])
    bytes.append(Self.digits[Int(byte & 15)])
  }

  private static let digits = Array("0123456789abcdef".utf8)
}
