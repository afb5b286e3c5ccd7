internal import LifebusSystem
internal import LifebusWire

/// What a client sends, line by line.
struct ClientLines: ~Copyable {
  private static let chunkSize = 1 << 16

  private let connection: ClientConnection
  private var splitter = LineSplitter(limit: EventLine.lengthLimit)
  private var lines: ArraySlice<LineSplitter.Line> = []
  private let buffer: UnsafeMutableRawBufferPointer

  init(_ connection: ClientConnection) {
    self.connection = connection
    buffer = .allocate(byteCount: Self.chunkSize, alignment: 1)
  }

  deinit { buffer.deallocate() }

  /// The next line; nil at the end.
  ///
  /// What a client has begun and not ended is no line: it may have been killed while it wrote.
  mutating func next(isBusy: () -> Bool = { false }) throws(ClientConnection.Failure) -> LineSplitter.Line? {
    while lines.isEmpty {
      guard let count = try connection.read(into: buffer, isBusy: isBusy) else { return nil }
      lines = splitter.take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))[...]
    }
    let line = lines.removeFirst()
    guard line.bytes?.first == Wire.idle else { return line }
    return LineSplitter.Line(number: line.number, bytes: line.bytes.map { Array($0.drop { $0 == Wire.idle }) })
  }

  /// True if it is known, without waiting, that nothing more comes.
  mutating func isAtEnd() throws(ClientConnection.Failure) -> Bool {
    guard lines.isEmpty, let count = try connection.readNow(into: buffer) else { return false }
    lines = splitter.take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))[...]
    return count == 0
  }
}
