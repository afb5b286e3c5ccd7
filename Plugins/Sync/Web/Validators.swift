internal import LifebusHTTP

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What servers have said of the copies, so that they can be asked for what is new only, by the copies' places.
///
/// It is kept in a file of the mirror whose name no copy has, and goes with the mirror. The file is written at the end of a run: what
/// a run that was killed has copied is transferred once more.
struct Validators: Codable {
  static let file = "%validators"
  private static let maxBytes = 16 << 20

  private enum CodingKeys: CodingKey { case entries }

  private var entries: [String: Validator] = [:]
  private var isChanged = false

  /// Reads the mirror's file; one that is missing or damaged holds nothing, and all is transferred again.
  init(in root: borrowing Descriptor) {
    guard let bytes = try? root.content(of: Self.file, limit: Self.maxBytes) else { return }
    if let read = try? JSONDecoder().decode(Self.self, from: Data(bytes)) { self = read }
  }

  /// Writes the mirror's file, as a whole or not at all, if there is anything new.
  func write(in root: borrowing Descriptor) throws {
    guard isChanged else { return }
    let data = try JSONEncoder().encode(self)
    let draft = try Draft(in: root)
    defer { draft.discard() }
    try data.withUnsafeBytes { try draft.write($0) }
    try draft.synchronize()
    try draft.take(Self.file)
  }

  /// The header that asks for a copy's successor only, with its value; nil if nothing is known of just the copy that is there.
  func condition(at place: [String], copy: FileStamp?) -> (name: String, value: String)? {
    copy.flatMap { entries[Self.key(place)]?.condition(for: $0) }
  }

  /// Notes what a server says of a new copy; nil: nothing that is of use.
  mutating func note(_ head: HTTPHead?, at place: [String], copy: FileStamp?) {
    isChanged = true
    entries[Self.key(place)] = head.flatMap { head in copy.flatMap { Validator(head, of: $0) } }
  }

  private static func key(_ place: [String]) -> String { place.joined(separator: "/") }
}
