#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file that says where the line of one event begins, written before the line, where the ledger cannot know that.
///
/// A note that is not whole counts as none: no line was begun then.
struct StartNote {
  private let path: String

  init(path: String) {
    self.path = path
  }

  /// Where an earlier call for this event has begun its line; nil if there is no such note.
  func read(for sequence: Int) -> Mark? {
    guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    let start = "\(sequence) "
    guard text.hasPrefix(start), text.hasSuffix("\n") else { return nil }
    return Mark(String(text.dropFirst(start.count).dropLast()))
  }

  /// Says where the line of this event begins, in the place of what was said before.
  func write(_ mark: Mark, for sequence: Int) throws {
    try FileSystem.makeFolder(of: path)
    do {
      try Data("\(sequence) \(mark)\n".utf8).write(to: URL(fileURLWithPath: path))
    } catch {
      throw AnalyticsLoggerError.file(path, problem: "cannot be written: \(error)")
    }
  }
}
