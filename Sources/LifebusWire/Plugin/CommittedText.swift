/// What a plugin commits, as the text of its lines: UTF-8 as it is, all other bytes in base64 after a mark.
package enum CommittedText {
  private static let mark = "base64:"

  /// The text of a value.
  package static func text(of value: [UInt8]) -> String {
    if let text = String(validating: value, as: UTF8.self), !text.hasPrefix(mark) { return text }
    return mark + Base64.text(of: value)
  }

  /// The value of a text; what follows the mark and is no base64 is text like any other.
  package static func value(of text: String) -> [UInt8] {
    guard text.hasPrefix(mark) else { return Array(text.utf8) }
    return Base64.bytes(of: text.utf8.dropFirst(mark.utf8.count)) ?? Array(text.utf8)
  }
}
