/// What a program writes, cut into lines.
package struct ChildStreams: ~Copyable {
  package enum Event {
    /// A line of its output; nil: one above the limit.
    case line([UInt8]?)
    /// A line of its standard error, cut at its limit.
    case talk(String)
  }

  /// The longest line of a program's output (1 MiB).
  package static let lineLimit = 1 << 20

  private static let chunkSize = 1 << 16
  /// The longest line of standard error that is told as one (8 KiB).
  private static let talkLimit = 1 << 13
  /// How long a program may live that has closed its output.
  private static let lastMoment = Duration.seconds(1)
  /// How often it is asked whether it has ended, where the system does not tell.
  private static let interval = Duration.milliseconds(100)
  /// As much as the largest pipe has (1 MiB), in chunks.
  private static let chunksOfPipe = 16

  private let process: ChildProcess
  private var lines = LineSplitter(limit: ChildStreams.lineLimit)
  private var talk = LineSplitter(limit: ChildStreams.talkLimit)
  private var isOutputOpen = true
  /// When a program must have ended that has closed its output.
  private var deadline: ContinuousClock.Instant?
  private var areErrorsOpen = true
  private let buffer: UnsafeMutableRawBufferPointer

  package init(_ process: ChildProcess) {
    self.process = process
    buffer = .allocate(byteCount: Self.chunkSize, alignment: 1)
    for stream in [process.output, process.errors] { try? stream.stopWaiting() }
  }

  deinit { buffer.deallocate() }

  /// What is to be waited for; without the output, if it is not to be read now.
  package func open(withOutput: Bool = true) -> [Descriptor] {
    [isOutputOpen && withOutput ? process.output : nil, areErrorsOpen ? process.errors : nil, process.watch].compactMap { $0 }
  }

  /// How long that may take.
  package var patience: Duration? {
    let rest = deadline.map { max(.zero, ContinuousClock.now.duration(to: $0) + .milliseconds(1)) }
    return process.watch == nil ? min(rest ?? Self.interval, Self.interval) : rest
  }

  /// True if the program has closed its output, and lives on.
  package var isOverdue: Bool { deadline.map { $0 <= .now } ?? false }

  package func mayHaveEnded(_ ready: Set<Int32>) -> Bool { process.watch.map { ready.contains($0.raw) } ?? true }

  /// Reads what is there now, at most a chunk of each stream.
  package mutating func read(_ ready: Set<Int32>) -> [Event] {
    var events: [Event] = []
    if isOutputOpen, ready.contains(process.output.raw) { isOutputOpen = readOutput(&events) != .end }
    if !isOutputOpen { deadline = deadline ?? .now + Self.lastMoment }
    if areErrorsOpen, ready.contains(process.errors.raw) { areErrorsOpen = readErrors(&events) != .end }
    return events
  }

  /// Reads all that an ended program has left, and not what others go on to write.
  package mutating func readRest() -> [Event] {
    var events: [Event] = []
    for _ in 0..<Self.chunksOfPipe { guard isOutputOpen, readOutput(&events) == .some else { break } }
    for _ in 0..<Self.chunksOfPipe { guard areErrorsOpen, readErrors(&events) == .some else { break } }
    return events
  }

  private enum Amount { case some, none, end }

  private mutating func readOutput(_ events: inout [Event]) -> Amount {
    guard let count = try? process.output.readSome(into: buffer) else { return .none }
    for line in lines.take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { events.append(.line(line.bytes)) }
    if lines.isAboveLimit { events.append(.line(nil)) }
    return count == 0 ? .end : .some
  }

  private mutating func readErrors(_ events: inout [Event]) -> Amount {
    guard let count = try? process.errors.readSome(into: buffer) else { return .none }
    var ended = talk.take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    if count == 0, let last = talk.finish() { ended.append(last) }
    for line in ended {
      events.append(.talk(line.bytes.map { String(decoding: $0, as: UTF8.self) } ?? "(a line of more than 8 KiB)"))
    }
    return count == 0 ? .end : .some
  }
}
