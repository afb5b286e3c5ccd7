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
    let start = try read(from: whole, count: min(size - whole, Self.lineStart.count))
    // After a loss of power a file may end in zeros.
    guard Self.lineStart.starts(with: start.prefix { $0 != 0 }) else {
      throw AnalyticsLoggerError.file(path, problem: "ends in what is no line of analytics-logger: set another 'file'")
    }
    try cut(to: whole)
    return size - whole
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
