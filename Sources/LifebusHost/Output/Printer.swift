internal import Lifebus
internal import LifebusSystem
internal import LifebusThreads

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads a bus's activity, counts it, and prints it.
///
/// Cycle: ``run(_:)`` takes one item after another without leaving the actor as long as there are any; what it prints is
/// written when there is much of it, or when no item is there: then the actor is free, and the writing that was arranged has
/// its turn. So has ``catchUp(with:)``, which therefore returns when all that had happened was read.
actor Printer {
  /// Bytes that are written at once, whether or not more follows.
  private static let bufferSize = 1 << 16
  /// Microseconds between two looks for what has happened (half a millisecond).
  private static let pause: useconds_t = 500

  private(set) var tally = Tally()
  private(set) var failure: SystemError?
  private var format: any ActivityFormat
  private let output: Descriptor
  private let thread = ThreadExecutor(name: "lifebus-output")
  private var buffer: [UInt8] = []
  private var isWritingArranged = false
  var patience: Patience

  init(to output: Descriptor, as format: any ActivityFormat, patience: Patience = Patience()) {
    self.output = output
    self.format = format
    self.patience = patience
  }

  /// Starts reading, on a thread of its own, which may wait for whoever reads the output.
  nonisolated func start(_ activity: ActivityStream) -> Task<Void, Never> {
    Task.detached(executorPreference: thread) { await self.run(activity) }
  }

  private func run(_ activity: ActivityStream) async {
    while let items = await activity.nextBatch() {
      for item in items { take(item) }
      // Whoever makes the next items wakes nobody meanwhile.
      usleep(Self.pause)
    }
    patience.finish()
  }

  private func take(_ item: Activity) {
    tally.count(item)
    if let line = format.line(for: item) { print(line) }
    patience.note(item)
  }

  /// Prints how it all ended.
  func finish(_ summary: Summary) {
    for line in format.lines(for: summary) { print(line) }
  }

  /// Writes what is not written yet.
  func close() {
    write()
    thread.close()
  }

  private func print(_ line: String) {
    guard failure == nil else { return }
    buffer += line.utf8
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= Self.bufferSize { return write() }
    guard !isWritingArranged else { return }
    isWritingArranged = true
    Task(executorPreference: thread) { await self.write() }
  }

  /// After the first failure nothing more is printed; the bus runs on.
  private func write() {
    isWritingArranged = false
    defer { buffer.removeAll(keepingCapacity: true) }
    do {
      if failure == nil { try output.write(buffer) }
    } catch {
      failure = error
    }
  }
}
