extension OpenFile {
  private static let block = 65_536

  /// Cuts off what comes after the last line break: the piece of a line that a killed process has left.
  ///
  /// - Returns: The number of bytes that were cut off.
  /// - Throws: An error, and nothing is cut off, if it is no piece of a logger's line: then the file is somebody else's.
  func cutTornLine() throws -> Int {
    guard let size else { return 0 }
    let whole = try endOfLastLine(size)
    guard whole < size else { return 0 }
    guard Self.isTorn(try read(from: whole, count: min(size - whole, Self.lineStart.count))) else {
      throw AnalyticsLoggerError.file(path, problem: "ends in what is no line of analytics-logger: set another 'file'")
    }
    try cut(to: whole)
    return size - whole
  }

  /// How many lines there are in a part of the file, the last one perhaps not whole; nil if they are not a logger's.
  func lineCount(from start: Int, to end: Int) throws -> Int? {
    let pieces = try read(from: start, count: end - start).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let whole = pieces.dropLast()
    guard let last = pieces.last, Self.isTorn(last), whole.allSatisfy({ $0.starts(with: Self.lineStart) }) else { return nil }
    return whole.count + (last.isEmpty ? 0 : 1)
  }

  /// True for a piece from the beginning of a logger's line, or none of it.
  private static func isTorn(_ piece: some Sequence<UInt8>) -> Bool {
    // After a loss of power a file may end in zeros.
    zip(piece, lineStart).prefix { $0.0 != 0 }.allSatisfy { $0.0 == $0.1 }
  }

  private static let lineStart = Array(#"{"specversion":"1.0","id":"#.utf8)

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
