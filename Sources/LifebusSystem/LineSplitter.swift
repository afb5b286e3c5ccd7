#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Cuts a stream of bytes into lines.
///
/// A line above the limit is skipped to its end, and never kept.
package struct LineSplitter {
  /// A line, with its number from 1.
  package struct Line: Equatable {
    package let number: Int
    /// Its bytes without the end; nil for one above the limit.
    package let bytes: [UInt8]?

    package init(number: Int, bytes: [UInt8]?) {
      self.number = number
      self.bytes = bytes
    }
  }

  private let limit: Int
  private var number = 1
  private var begun: [UInt8] = []
  private var isSkipping = false

  package init(limit: Int) {
    self.limit = limit
  }

  /// Takes in more bytes and returns the lines that they end.
  package mutating func take(_ bytes: UnsafeRawBufferPointer) -> [Line] {
    var lines: [Line] = []
    var rest = bytes
    while let start = rest.baseAddress, let end = memchr(start, Int32(UInt8(ascii: "\n")), rest.count) {
      let length = UnsafeRawPointer(end) - start
      append(UnsafeRawBufferPointer(rebasing: rest[..<length]))
      lines.append(endLine())
      rest = UnsafeRawBufferPointer(rebasing: rest[(length + 1)...])
    }
    append(rest)
    return lines
  }

  /// The last line, if the stream ends without a line's end.
  package mutating func finish() -> Line? {
    begun.isEmpty && !isSkipping ? nil : endLine()
  }

  /// True while a line that has not ended yet is above the limit.
  package var isAboveLimit: Bool { isSkipping }

  private mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard !isSkipping else { return }
    guard begun.count + bytes.count <= limit else {
      begun = []
      return isSkipping = true
    }
    begun += bytes
  }

  private mutating func endLine() -> Line {
    defer {
      number += 1
      begun = []
      isSkipping = false
    }
    return Line(number: number, bytes: isSkipping ? nil : begun)
  }
}
