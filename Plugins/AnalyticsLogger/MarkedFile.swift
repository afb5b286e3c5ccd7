import Lifebus

/// A file of lines whose end the ledger keeps with each delivery, so that the file has one line of a delivery that is repeated.
///
/// 1. The file is brought to the end that the ledger has: the line of a delivery that has no end there is cut off.
/// 2. A line that is to begin elsewhere (the first one, or one in another file) gets a note first that says where.
/// 3. The line is appended; where it ends is for the ledger.
///
/// What somebody else has done to the file stays: lines go on at its end.
final class MarkedFile {
  private let file: LineFile
  private let note: StartNote
  private let newRun: String
  private let log: @Sendable (String) -> Void
  private var hasToldOfChange = false
  /// The mark that was made last, which the next delivery has as committed.
  private var last: (bytes: [UInt8], mark: Mark)?

  init(_ file: LineFile, note: StartNote, newRun: String, log: @escaping @Sendable (String) -> Void) {
    self.file = file
    self.note = note
    self.newRun = newRun
    self.log = log
  }

  /// Appends the line that a delivery makes of the run; if that fails, the file is as it was.
  ///
  /// - Returns: What the delivery is to commit: a mark.
  /// - Throws: Why there is no line.
  func append(for delivery: Delivery<AnyEvent>, _ line: (_ run: String) throws -> [UInt8]) throws -> [UInt8] {
    let kept = delivery.committed.flatMap(mark)
    var mark = try start(delivery, kept, line)
    let end = try file.append(try line(mark.run)) { start in
      mark.end = start
      if mark != kept { try note.write(mark, for: delivery.sequence) }
    }
    mark.end = end
    let bytes = Array(mark.description.utf8)
    last = (bytes, mark)
    return bytes
  }

  private func mark(_ bytes: [UInt8]) -> Mark? {
    if let last, last.bytes == bytes { return last.mark }
    return Mark(String(decoding: bytes, as: UTF8.self))
  }

  /// Brings the file to where the delivery's line begins.
  private func start(
    _ delivery: Delivery<AnyEvent>, _ kept: Mark?, _ line: (_ run: String) throws -> [UInt8]
  ) throws -> Mark {
    if let kept, try file.end() == kept.end { return kept }
    // Only a call before this one can have written its line. The note is the later one of the two.
    let noted = delivery.attempt > 1 ? note.read(for: delivery.sequence) : nil
    let marks = delivery.attempt > 1 ? [noted, kept].compactMap { $0 } : []
    for mark in marks where try file.cut(to: mark.end, where: try line(mark.run)) { return mark }
    let end = try file.end()
    if delivery.committed != nil { tellOfChange(since: kept?.end, to: end) }
    return Mark(run: (noted ?? kept)?.run ?? newRun, end: end)
  }

  /// Says once that lines go on in a file that the ledger does not know, unless a rotation has made it.
  private func tellOfChange(since kept: FileEnd?, to end: FileEnd) {
    if let kept, end.length == 0, file.hasRotated(kept.inode) { return }
    guard !hasToldOfChange else { return }
    hasToldOfChange = true
    log("'\(file.path)' is not as the ledger knows it: it was moved, replaced or changed; lines go on at its end")
  }
}
