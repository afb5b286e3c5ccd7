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
  func append(_ line: [UInt8], _ tell: (FileEnd) throws -> Void = { _ in }) throws {
    try faults?.reach(.begins)
    let file = try file(withRoomFor: line.count)
    try faults?.reach(.opened)
    try tell(file.end)
    try faults?.reach(.placed)
    try file.append(line)
    try faults?.reach(.written)
  }

  /// Ends the file where it has ended before, if it is still that file, and what follows there begins with the line of the same
  /// event: then it was written by a call whose end is not known, as what comes after it was.
  ///
  /// - Returns: False if that is not so, and nothing is done: it is somebody else's.
  /// - Throws: An error if the file cannot be read or cut.
  func cut(to earlier: FileEnd, where line: [UInt8]) throws -> Bool {
    let file = try current()
    let end = file.end
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

  private func file(withRoomFor count: Int) throws -> OpenFile {
    let file = try current()
    guard let size = file.size, limits.rotates(size: size, line: count) else { return file }
    try rotate()
    return try current()
  }

  private func current() throws -> OpenFile {
    guard !isClosed else { throw AnalyticsLoggerError.file(path, problem: "is closed") }
    if let file, !file.isRemoved { return file }
    let file = try OpenFile(path)
    self.file = file
    return file
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
