public import Synchronization

/// The events of this process, in order, in chunks.
///
/// The log knows nothing of who reads. A chunk is freed when no cursor has anything left in it (``release(before:)``) and the
/// last loan of it has come back.
struct Log: Sendable {
  private(set) var chunks: Deque<Chunk>
  /// The sequence number of the next event.
  private(set) var tail: Int
  /// The sequence number of the first event of this process.
  let base: Int
  /// The last of the chunks, which holds it: it is never given up.
  private var last: Unmanaged<Chunk>

  init(base: Int) {
    tail = base
    self.base = base
    chunks = Deque()
    let chunk = Chunk(base: base)
    chunks.append(chunk)
    last = .passUnretained(chunk)
  }

  /// The sequence number of the oldest event that is still there.
  var head: Int { chunks[0].base }

  /// Appends the entry; true if it was the last that its chunk had room for.
  mutating func append(_ entry: Entry) -> Bool {
    entry.sequence = tail
    let isFull = last._withUnsafeGuaranteedRef { $0.append(entry) }
    tail += 1
    if isFull { extend() }
    return isFull
  }

  private mutating func extend() {
    let chunk = Chunk(base: tail)
    chunks.append(chunk)
    last = .passUnretained(chunk)
  }

  /// The chunk in which a sequence number stands; it must be between `head` and `tail`.
  func chunk(at sequence: Int) -> Chunk { chunks[(sequence - head) / Chunk.capacity] }

  subscript(sequence: Int) -> LogLine { chunk(at: sequence)[sequence] }

  /// Gives up the chunks in which everything is before `sequence`.
  mutating func release(before sequence: Int) -> [Chunk] {
    var released: [Chunk] = []
    while chunks.count > 1, chunks[0].end <= sequence, let chunk = chunks.popFirst() { released.append(chunk) }
    return released
  }
}

/// A stretch of the log.
///
/// It is written by the publisher under the bus's lock. A loop that has a loan of it reads on, without the lock, as far as
/// `readable` says.
@usableFromInline
final class Chunk: @unchecked Sendable {
  // Proof of @unchecked: a line is written once, under the bus's lock, before `end` says that it can be read.
  static let capacity = 1024

  let base: Int
  /// The first sequence number that cannot be read yet; only the publisher moves it.
  @usableFromInline let readable: Atomic<Int>
  @usableFromInline let lines: UnsafeMutablePointer<LogLine>

  init(base: Int) {
    self.base = base
    readable = Atomic(base)
    lines = .allocate(capacity: Chunk.capacity)
    origin = lines - base
  }

  /// Where the line with sequence number 0 would stand.
  @usableFromInline let origin: UnsafeMutablePointer<LogLine>

  deinit {
    for place in base..<readable.load(ordering: .acquiring) { origin[place].entry.release() }
    lines.deallocate()
  }

  var end: Int { base + Chunk.capacity }

  func append(_ entry: Entry) -> Bool {
    let place = readable.load(ordering: .relaxed)
    (origin + place).initialize(
      to: LogLine(entry: .passRetained(entry), kind: entry.kind, scopeName: entry.scopeName))
    readable.store(place + 1, ordering: .releasing)
    return place + 1 == end
  }

  @inlinable subscript(sequence: Int) -> LogLine { origin[sequence] }

  /// The first sequence number that cannot be read yet; if that is `place`, it looks again for less than a microsecond.
  ///
  /// A publisher that posts one event after another then finds the loop awake, and neither takes the lock for each of them.
  @inlinable
  func readable(after place: Int) -> Int {
    for _ in 0..<256 {
      let end = readable.load(ordering: .acquiring)
      if end > place { return end }
    }
    return place
  }
}

/// What a cursor reads of an event to know whether its handler wants it.
@usableFromInline
struct LogLine {
  @usableFromInline let entry: Unmanaged<Entry>
  @usableFromInline let kind: KindID
  @usableFromInline let scopeName: ScopeNameID
}
