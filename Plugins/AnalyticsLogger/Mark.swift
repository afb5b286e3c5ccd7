#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Which file lines go to, by the number that the file system gives it, and how long it is.
///
/// A file that is moved keeps its number.
package struct FileEnd: Equatable, Sendable {
  package let inode: UInt64
  /// In bytes; 0 for a device.
  package var length: Int

  package init(inode: UInt64, length: Int) {
    self.inode = inode
    self.length = length
  }

  /// True if the file has had this end: it is the same one, and not shorter.
  func includes(_ earlier: FileEnd) -> Bool { inode == earlier.inode && length >= earlier.length }
}

/// What the ledger keeps with each line: the run that ids are made of, and where the file ends.
///
/// As text: `1`, the run, the file's number, its length, with spaces between them. The 1 is the version of this form.
package struct Mark: Equatable, Sendable, CustomStringConvertible {
  /// The same for all processes that share a ledger.
  package let run: String
  package var end: FileEnd

  package init(run: String, end: FileEnd) {
    self.run = run
    self.end = end
  }

  /// Reads a mark; nil for every text that is not exactly as this version writes it.
  package init?(_ text: String) {
    let fields = text.split(separator: " ")
    guard fields.count == 4, let id = UUID(uuidString: String(fields[1])), let inode = UInt64(fields[2]),
      let length = Int(fields[3]), length >= 0
    else { return nil }
    self.init(run: Self.run(id), end: FileEnd(inode: inode, length: length))
    guard description == text else { return nil }
  }

  /// Makes a run that there was not before.
  static func newRun() -> String { run(UUID()) }

  private static func run(_ id: UUID) -> String { id.uuidString.lowercased() }

  package var description: String { "1 \(run) \(end.inode) \(end.length)" }
}
