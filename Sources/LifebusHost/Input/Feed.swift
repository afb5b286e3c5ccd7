internal import Lifebus
internal import LifebusSystem

/// Reads events line by line and has them posted; it blocks its thread while it waits for input.
struct Feed {
  private static let chunkSize = 1 << 16

  private let source: EventSource
  private let intake: Intake
  private let talk: Talk
  private var splitter = LineSplitter(limit: EventLine.lengthLimit)
  private var isClosed = false
  private(set) var badLines = 0

  init(_ source: EventSource, to intake: Intake, talk: Talk) {
    self.source = source
    self.intake = intake
    self.talk = talk
  }

  /// Reads to the end, or until the calling task is cancelled or the bus is shut down.
  mutating func run() async throws {
    let interrupt = try Descriptor.pipe()
    defer {
      interrupt.reading.close()
      interrupt.writing.close()
    }
    try await withTaskCancellationHandler {
      try await read(unless: interrupt.reading)
    } onCancel: {
      try? interrupt.writing.write([0])
    }
  }

  private mutating func read(unless interrupt: Descriptor) async throws(SystemError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunkSize, alignment: 1)
    defer { buffer.deallocate() }
    while !isClosed {
      guard let count = try source.descriptor.read(into: buffer, unless: interrupt) else { return }
      guard count > 0 else { break }
      for line in splitter.take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { await take(line) }
    }
    if let last = splitter.finish() { await take(last) }
  }

  private mutating func take(_ line: LineSplitter.Line) async {
    guard !isClosed, !Task.isCancelled else { return }
    do throws(LineError) {
      isClosed = try await intake.take(line.bytes)?.receipt.disposition == .closed
    } catch {
      badLines += 1
      talk.say("\(source.name):\(line.number): \(error)")
    }
  }
}
