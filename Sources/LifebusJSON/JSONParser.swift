/// Reads one JSON text strictly (RFC 8259), and says where it is broken.
///
/// Foundation's decoder says neither which column of a line is broken nor which key stands twice, keeps no number as it was
/// written, and takes about ten times as long for a line of events.
package struct JSONParser {
  /// Objects and lists within each other; a text that nests deeper is refused, before it can use up the stack.
  package static let depthLimit = 64

  /// Members of one object; keys are compared with each other.
  package static let memberLimit = 1_000

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads the text, which must be one value and nothing else.
  package static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    var parser = JSONParser(bytes)
    parser.skipSpace()
    let value = try parser.value()
    parser.skipSpace()
    guard parser.position == bytes.count else { throw parser.error("more follows after the end of the value") }
    return value
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func value() throws(JSONError) -> JSONValue {
    switch next {
    case UInt8(ascii: "{"): return .object(try nested { parser throws(JSONError) in try parser.object() })
    case UInt8(ascii: "["): return .array(try nested { parser throws(JSONError) in try parser.array() })
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-")?, (UInt8(ascii: "0")...UInt8(ascii: "9"))?: return .number(try number())
    default: return try word()
    }
  }

  private mutating func nested<Value>(_ read: (inout JSONParser) throws(JSONError) -> Value) throws(JSONError) -> Value {
    guard depth < Self.depthLimit else { throw error("nests deeper than \(Self.depthLimit)") }
    depth += 1
    position += 1
    let value = try read(&self)
    depth -= 1
    return value
  }

  private mutating func object() throws(JSONError) -> JSONObject {
    var object = JSONObject()
    skipSpace()
    if take("}") { return object }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw error("expected a key in quotes") }
      let start = position
      let key = try string()
      skipSpace()
      guard take(":") else { throw error("expected ':' after the key '\(key)'") }
      skipSpace()
      guard object.append(key, try value()) else { throw JSONError(offset: start, problem: "the key '\(key)' stands twice") }
      guard object.members.count <= Self.memberLimit else { throw error("more than \(Self.memberLimit) members in an object") }
      skipSpace()
    } while take(",")
    guard take("}") else { throw error("expected ',' or '}'") }
    return object
  }

  private mutating func array() throws(JSONError) -> [JSONValue] {
    var values: [JSONValue] = []
    skipSpace()
    if take("]") { return values }
    repeat {
      skipSpace()
      values.append(try value())
      skipSpace()
    } while take(",")
    guard take("]") else { throw error("expected ',' or ']'") }
    return values
  }

  private mutating func word() throws(JSONError) -> JSONValue {
    for (word, value) in [("true", JSONValue.bool(true)), ("false", .bool(false)), ("null", .null)]
    where bytes[position...].starts(with: word.utf8) {
      position += word.utf8.count
      return value
    }
    throw error("expected a value")
  }

  private mutating func number() throws(JSONError) -> String {
    let start = position
    _ = take("-")
    let hasLeadingZero = next == UInt8(ascii: "0")
    let digits = skipDigits()
    guard digits > 0, digits == 1 || !hasLeadingZero else { throw JSONError(offset: start, problem: "not a number") }
    if take("."), skipDigits() == 0 { throw JSONError(offset: start, problem: "not a number") }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      if skipDigits() == 0 { throw JSONError(offset: start, problem: "not a number") }
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
    return position - start
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private func error(_ problem: String) -> JSONError {
    JSONError(offset: position, problem: next == nil ? problem + ", found the end" : problem)
  }
}

// MARK: Strings

extension JSONParser {
  private mutating func string() throws(JSONError) -> String {
    let start = position
    position += 1
    var text: [UInt8] = []
    var run = position
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        text += bytes[run..<position]
        position += 1
        guard let string = String(validating: text, as: UTF8.self) else {
          throw JSONError(offset: start, problem: "a string that is not UTF-8")
        }
        return string
      case UInt8(ascii: "\\"):
        text += bytes[run..<position]
        text += String(try escaped()).utf8
        run = position
      case ..<0x20: throw error("a control character in a string")
      default: position += 1
      }
    }
    throw JSONError(offset: start, problem: "a string without an end")
  }

  private mutating func escaped() throws(JSONError) -> Unicode.Scalar {
    position += 1
    guard let byte = next else { throw error("an escape without an end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape()
    default:
      position -= 1
      throw error("an unknown escape in a string")
    }
  }

  private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
    let first = try hexDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, take("\\"), take("u") else { throw error("half of a surrogate pair") }
    let second = try hexDigits()
    guard 0xDC00...0xDFFF ~= second, let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) else {
      throw error("half of a surrogate pair")
    }
    return scalar
  }

  private mutating func hexDigits() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw error("expected four hexadecimal digits")
      }
      value = value << 4 + UInt32(digit)
      position += 1
    }
    return value
  }
}

/// Where a JSON text is broken, and how.
package struct JSONError: Error, Equatable {
  /// Bytes before the place.
  package let offset: Int
  package let problem: String

  /// The place as people count: both from 1.
  package func place(in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = bytes.prefix(offset)
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return (before.count { $0 == UInt8(ascii: "\n") } + 1, offset - lineStart + 1)
  }
}
