/// A file of lines that rotates, each line in it whole.
///
/// Not `Sendable`: the actor that has it is its only user.
final class LineFile {
  let path: String
  private let limits: RotationLimits
  private let faults: WriteFaults?
  private var file: OpenFile?
  private var isClosed = false

  init(path: String, limits: RotationLimits, faults: WriteFaults?) {
    self.path = path
    self.limits = limits
    self.faults = faults
  }

  /// Opens the file, which is made, with its folder, if it is not there, and cuts off a last line that is not whole.
  ///
  /// - Returns: How many bytes were cut off.
  func open() throws -> Int {
    try FileSystem.makeFolder(of: path)
    let file = try OpenFile(path)
    self.file = file
    return try file.cutTornLine()
  }

  /// Where the file ends now; one that somebody has removed is made anew.
  func end() throws -> FileEnd { try current().end }

  /// Appends a line, after it has told where that begins; if that or the writing fails, the file is as it was.
  ///
  /// - Returns: Where the file ends then.
  @discardableResult
  func append(_ line: [UInt8], _ tell: (FileEnd) throws -> Void = { _ in }) throws -> FileEnd {
    try faults?.reach(.begins)
    let (file, start) = try current(withRoomFor: line.count)
    try faults?.reach(.opened)
    try tell(start)
    try faults?.reach(.placed)
    let end = try file.append(line, at: start)
    try faults?.reach(.written)
    return end
  }

  /// Ends the file where it has ended before, if it is still that file, and what follows there begins with the line of the same
  /// event: then it was written by a call whose end is not known, as what comes after it was.
  ///
  /// - Returns: False if that is not so, and nothing is done: it is somebody else's.
  /// - Throws: An error if the file cannot be read or cut.
  func cut(to earlier: FileEnd, where line: [UInt8]) throws -> Bool {
    let (file, end) = try current()
    guard end != earlier else { return true }
    guard end.includes(earlier), try file.hasLines(from: earlier.length, to: end.length, beginningAs: line) else {
      return false
    }
    try file.cut(to: earlier.length)
    return true
  }

  /// True if a rotation has made a file of this number the newest of the full ones.
  func hasRotated(_ inode: UInt64) -> Bool { FileSystem.inode(of: name(1)) == inode }

  /// Brings the file to the disk and closes it.
  func close() throws {
    isClosed = true
    let file = self.file
    self.file = nil
    try file?.synchronize()
  }

  private func current(withRoomFor count: Int) throws -> (file: OpenFile, end: FileEnd) {
    let current = try current()
    guard limits.rotates(size: current.end.length, line: count) else { return current }
    try rotate()
    return try self.current()
  }

  private func current() throws -> (file: OpenFile, end: FileEnd) {
    guard !isClosed else { throw AnalyticsLoggerError.file(path, problem: "is closed") }
    if let file, let end = file.end { return (file, end) }
    let file = try OpenFile(path)
    self.file = file
    guard let end = file.end else { throw AnalyticsLoggerError.file(path, problem: "was removed as it was made") }
    return (file, end)
  }

  private func rotate() throws {
    let plan = RotationPlan(sizes: try FileSystem.sizes(of: path), limits: limits)
    for number in plan.removed {
      try faults?.reach(.moves)
      try FileSystem.remove(name(number))
    }
    for move in plan.moves {
      try faults?.reach(.moves)
      try FileSystem.move(name(move.from), to: name(move.to))
    }
    file = nil
  }

  private func name(_ number: Int) -> String { number == 0 ? path : "\(path).\(number)" }
}
