/// Bytes that wait to be taken, in order.
struct ByteQueue {
  private var bytes: [UInt8] = []
  private var taken = 0

  var count: Int { bytes.count - taken }

  var isEmpty: Bool { count == 0 }

  /// The byte that was appended last, also if it was taken since.
  private(set) var last: UInt8?

  mutating func append(_ more: some Collection<UInt8>) {
    guard !more.isEmpty else { return }
    bytes += more
    last = bytes.last
  }

  /// Removes from the front what was taken.
  mutating func removeFirst(_ count: Int) {
    taken += count
    guard taken == bytes.count || taken > 1 << 16 else { return }
    bytes.removeFirst(taken)
    taken = 0
  }

  /// Gives the bytes from the front, at most so many.
  func withFirst<Result, Failure: Error>(
    _ limit: Int = .max, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withUnsafeBufferPointer { all throws(Failure) in
      try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: all[taken..<(taken + min(limit, count))])))
    }
  }
}
