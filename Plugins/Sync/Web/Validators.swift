internal import LifebusHTTP

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What servers have said of the copies, so that they can be asked for what is new only (RFC 9110 §8.8), by the copies' places.
///
/// It is kept in a file of the mirror whose name no copy has, and goes with the mirror. A copy whose size or times are not those that
/// it was written with counts as one of which nothing is known.
struct Validators: Codable {
  private static let file = "%validators"
  private static let maxBytes = 16 << 20

  private struct Entry: Codable {
    var entityTag: String?
    var lastModified: String?
    /// What the file system says of the copy that it belongs to.
    var copy: FileStamp
  }

  private var entries: [String: Entry] = [:]

  /// Reads the mirror's file; one that is missing or damaged holds nothing, and all is transferred again.
  init(in root: borrowing Descriptor) {
    guard let bytes = try? root.content(of: Self.file, limit: Self.maxBytes) else { return }
    if let read = try? JSONDecoder().decode(Self.self, from: Data(bytes)) { self = read }
  }

  /// Writes the mirror's file, as a whole or not at all.
  func write(in root: borrowing Descriptor) throws {
    let data = try JSONEncoder().encode(self)
    let draft = try Draft(in: root)
    defer { draft.discard() }
    try data.withUnsafeBytes { try draft.write($0) }
    try draft.synchronize()
    try draft.take(Self.file)
  }

  /// The header that asks for a copy's successor only, with its value; nil if nothing is known of just the copy that is there.
  func condition(at place: [String], copy: FileStamp?) -> (name: String, value: String)? {
    guard let copy, let entry = entries[Self.key(place)], entry.copy == copy else { return nil }
    if let tag = entry.entityTag { return ("If-None-Match", tag) }
    return entry.lastModified.map { ("If-Modified-Since", $0) }
  }

  /// Notes what a server says of a new copy.
  mutating func note(_ head: HTTPHead, at place: [String], copy: FileStamp?) {
    let tag = head["ETag"].flatMap { Self.isTag($0) ? $0 : nil }
    // What was changed in the very second of the answer may have been changed once more in it.
    let time = head["Last-Modified"].flatMap { $0 != head["Date"] && Self.isPlain($0) ? $0 : nil }
    let isKnown = tag != nil || time != nil
    entries[Self.key(place)] = copy.flatMap { isKnown ? Entry(entityTag: tag, lastModified: time, copy: $0) : nil }
  }

  private static func key(_ place: [String]) -> String { place.joined(separator: "/") }

  private static func isTag(_ text: String) -> Bool {
    isPlain(text) && text.hasSuffix("\"") && (text.hasPrefix("\"") || text.hasPrefix("W/\""))
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.count <= 1_024 && text.utf8.allSatisfy { 0x20...0x7E ~= $0 }
  }
}
