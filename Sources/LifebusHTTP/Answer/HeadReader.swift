/// Reads the heads of an answer, line by line: pure.
///
/// Those before the last, which say that the server has not done yet (1xx), are passed over. What comes after it is a trailer,
/// of which only the bytes are counted.
struct HeadReader {
  /// Bytes that the lines of one answer may have together.
  static let maxBytes = 1 << 16
  /// Fields that one head may have.
  static let maxFields = 1_000

  private var bytes = 0
  private var count = 0
  private var fields: [String: String] = [:]
  private var place = Place.statusLine

  private enum Place { case statusLine, fields, trailer }

  /// Takes a line with its end, and says what the head is if it ends with this line and is the last.
  ///
  /// `status` is what the last status line says.
  mutating func read(_ line: UnsafeRawBufferPointer, status: Int) throws(HTTPTrouble) -> HTTPHead? {
    bytes += line.count
    guard bytes <= Self.maxBytes else { throw .unusable("its head is longer than \(Self.maxBytes) bytes") }
    switch place {
    case .statusLine: place = .fields
    case .fields:
      let text = line.prefix { $0 != 0x0A && $0 != 0x0D }
      guard text.isEmpty else {
        guard line.dropFirst(text.count).allSatisfy({ $0 == 0x0A || $0 == 0x0D }) else { throw Self.noField }
        try add(text)
        break
      }
      return end(status)
    case .trailer: break
    }
    return nil
  }

  private mutating func end(_ status: Int) -> HTTPHead? {
    defer { (fields, count) = ([:], 0) }
    let isLast = !(100..<200).contains(status)
    place = isLast ? .trailer : .statusLine
    return isLast ? HTTPHead(status: status, fields: fields) : nil
  }

  private mutating func add(_ line: Slice<UnsafeRawBufferPointer>) throws(HTTPTrouble) {
    count += 1
    guard count <= Self.maxFields else { throw .unusable("its head has more than \(Self.maxFields) fields") }
    // A line that begins with a space would go on with the field before: no name has one (RFC 9112 §5.2).
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), HTTPHead.isName(line[..<colon]) else { throw Self.noField }
    let value = Self.trimmed(line[colon...].dropFirst())
    guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { throw Self.noField }
    note(String(decoding: value, as: UTF8.self), of: String(decoding: line[..<colon], as: UTF8.self).lowercased())
  }

  private mutating func note(_ value: String, of name: String) {
    guard let known = fields[name] else { return fields[name] = value }
    if known != value { fields[name] = "\(known), \(value)" }
  }

  private static let noField = HTTPTrouble.unusable("its head has a line that is no field")

  private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
    var bytes = bytes.drop(while: isSpace)
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return bytes
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
