/// Bytes as text of RFC 4648, four characters for three.
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")
  /// The number that each character stands for.
  private static let numbers = Dictionary(uniqueKeysWithValues: alphabet.enumerated().map { ($1, $0) })

  static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 { text.append(place <= group.count ? alphabet[bits >> (18 - 6 * place) & 63] : padding) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Nil for what is no such text.
  static func bytes(of text: some Collection<UInt8>) -> [UInt8]? {
    let characters = Array(text)
    guard characters.count.isMultiple(of: 4) else { return nil }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: characters.count, by: 4) {
      var group = characters[start..<start + 4]
      if start + 4 == characters.count, group.last == padding { group.removeLast(group.dropLast().last == padding ? 2 : 1) }
      let known = group.compactMap { numbers[$0] }
      guard known.count == group.count else { return nil }
      let bits = known.reduce(0) { $0 << 6 | $1 } << (6 * (4 - known.count))
      for place in 0..<known.count - 1 { bytes.append(UInt8(truncatingIfNeeded: bits >> (16 - 8 * place))) }
    }
    return bytes
  }
}
