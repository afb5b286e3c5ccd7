/// What a plugin commits, as the text of its lines: UTF-8 as it is, all other bytes in base64 after a mark.
package enum CommittedText {
  private static let mark = "base64:"

  /// The text of a value.
  package static func text(of value: [UInt8]) -> String {
    if let text = String(validating: value, as: UTF8.self), !text.hasPrefix(mark) { return text }
    return mark + Base64.text(of: value)
  }

  /// The value of a text; nil if what follows the mark is no base64.
  package static func value(of text: String) -> [UInt8]? {
    guard text.hasPrefix(mark) else { return Array(text.utf8) }
    return Base64.bytes(of: text.utf8.dropFirst(mark.utf8.count))
  }
}
