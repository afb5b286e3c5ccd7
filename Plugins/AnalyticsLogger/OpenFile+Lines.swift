extension OpenFile {
  private static let block = 65_536

  /// Cuts off what comes after the last line break: the piece of a line that a killed process has left.
  ///
  /// - Returns: The number of bytes that were cut off.
  /// - Throws: An error, and nothing is cut off, if it is no piece of a logger's line: then the file is somebody else's.
  func cutTornLine() throws -> Int {
    let size = end?.length ?? 0
    let whole = try endOfLastLine(size)
    guard whole < size else { return 0 }
    guard Self.isTorn(try read(from: whole, count: min(size - whole, Self.lineStart.count))) else {
      throw AnalyticsLoggerError.file(path, problem: "ends in what is no line of analytics-logger: set another 'file'")
    }
    try cut(to: whole)
    return size - whole
  }

  /// True if a part of the file has a logger's lines, the last one perhaps not whole, and the first is about the same event as a
  /// given one.
  func hasLines(from start: Int, to end: Int, beginningAs line: [UInt8]) throws -> Bool {
    let pieces = try read(from: start, count: end - start).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let whole = pieces.dropLast()
    guard let last = pieces.last, Self.isTorn(last), whole.allSatisfy({ $0.starts(with: Self.lineStart) }) else { return false }
    let identity = Self.identity(of: line)
    guard let first = whole.first else { return Self.isTorn(last, of: identity) }
    return first.starts(with: identity)
  }

  /// True for a piece from the beginning of a line, or none of it.
  private static func isTorn(_ piece: some Sequence<UInt8>, of line: [UInt8] = lineStart) -> Bool {
    // After a loss of power a file may end in zeros.
    zip(piece, line).prefix { $0.0 != 0 }.allSatisfy { $0.0 == $0.1 }
  }

  private static let lineStart = Array(#"{"specversion":"1.0","id":"#.utf8)

  /// What a line begins with before its time: which event it is about.
  private static func identity(of line: [UInt8]) -> [UInt8] {
    let mark = Array(#","time":"#.utf8)
    let end = line.indices.first { line[$0...].starts(with: mark) }
    return Array(line[..<(end ?? line.endIndex)])
  }

  private func endOfLastLine(_ size: Int) throws -> Int {
    var end = size
    while end > 0 {
      let start = max(0, end - Self.block)
      let bytes = try read(from: start, count: end - start)
      if let index = bytes.lastIndex(of: UInt8(ascii: "\n")) { return start + index + 1 }
      end = start
    }
    return 0
  }
}
