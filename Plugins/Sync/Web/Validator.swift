internal import LifebusHTTP

/// What a server has said of one copy (RFC 9110 §8.8).
///
/// Only what is well formed is kept, and sent back: of anything else a server may make what it likes.
struct Validator: Codable {
  private static let longest = 1_024

  private let entityTag: String?
  private let lastModified: String?
  /// What the file system says of the copy that it belongs to.
  private let copy: FileStamp

  /// Takes what tells the copy from others; nil if the answer says nothing of that kind.
  init?(_ head: HTTPHead, of copy: FileStamp) {
    entityTag = head["ETag"].flatMap(Self.tag)
    // What was changed in the very second of the answer may have been changed once more in it.
    lastModified = head["Last-Modified"].flatMap { $0 == head["Date"] ? nil : Self.date($0) }
    self.copy = copy
    if entityTag == nil, lastModified == nil { return nil }
  }

  /// The header that asks for the copy's successor only, with its value; nil for a copy whose size or times are others.
  func condition(for copy: FileStamp) -> (name: String, value: String)? {
    guard copy == self.copy else { return nil }
    // Read from a file: anything may have been written there.
    if let tag = entityTag.flatMap(Self.tag) { return ("If-None-Match", tag) }
    return lastModified.flatMap(Self.date).map { ("If-Modified-Since", $0) }
  }

  /// The text, if it is one entity tag.
  private static func tag(_ text: String) -> String? {
    let quoted = text.utf8.dropFirst(text.hasPrefix("W/") ? 2 : 0)
    let mark = UInt8(ascii: "\"")
    guard text.utf8.count <= longest, quoted.count >= 2, quoted.first == mark, quoted.last == mark else { return nil }
    return quoted.dropFirst().dropLast().allSatisfy { 0x21...0x7E ~= $0 && $0 != mark } ? text : nil
  }

  /// The text, if it is a date in the form that is sent.
  private static func date(_ text: String) -> String? {
    let form =
      /(Mon|Tue|Wed|Thu|Fri|Sat|Sun), (0[1-9]|[12][0-9]|3[01]) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [0-9]{4} ([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60) GMT/
    return text.utf8.count == 29 && text.wholeMatch(of: form) != nil ? text : nil
  }
}
