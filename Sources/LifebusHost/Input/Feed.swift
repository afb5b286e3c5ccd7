internal import Lifebus
internal import LifebusSystem

/// Reads events line by line and posts them.
///
/// It blocks its thread while it waits for input. After each few events it waits until the printer has read what they led to,
/// and for handlers that are far behind, so that nothing is lost however long the input is.
struct Feed {
  /// Events that are posted before the printer is waited for.
  private static let stride = 256
  private static let chunkSize = 1 << 16
  /// How long a launch holds the lines after it up, while a gate is pending.
  private static let momentForGates = Duration.milliseconds(250)

  private let source: EventSource
  private let bus: LifecycleBus
  private let printer: Printer
  private let recorder: Recorder?
  private let talk: Talk
  private var splitter = LineSplitter(limit: EventLine.lengthLimit)
  private var posted = 0
  private var isClosed = false
  private(set) var badLines = 0

  init(_ source: EventSource, to bus: LifecycleBus, printer: Printer, recorder: Recorder? = nil, talk: Talk) {
    self.source = source
    self.bus = bus
    self.printer = printer
    self.recorder = recorder
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
      guard let bytes = line.bytes else { throw LineError("is longer than \(EventLine.lengthLimit) bytes and was skipped") }
      guard !bytes.allSatisfy(\.isSpace) else { return }
      let event = try EventLine.parse(bytes)
      if recorder != nil { await Recorder.settle(bus) }
      try post(event)
      if event.isLaunch { await giveGatesAMoment() }
    } catch {
      badLines += 1
      talk.say("\(source.name):\(line.number): \(error)")
    }
    posted += 1
    if posted.isMultiple(of: Self.stride) { await printer.catchUp(with: bus) }
  }

  /// Waits a moment for the first verdict of each gate: a file is read faster than any session, and what piles up before a
  /// gate says no more than "somebody came" would collapse to one delivery.
  private func giveGatesAMoment() async {
    let end = bus.now + Self.momentForGates
    for gate in bus.snapshot().gates where gate.verdict == Verdict.pending.word {
      _ = try? await bus.gate(gate.id).verdict(within: max(end - bus.now, .zero))
    }
  }

  private mutating func post(_ line: EventLine) throws(LineError) {
    let time = bus.now
    let receipt = line.post(on: bus)
    recorder?.note(line, receipt, at: time)
    switch receipt.disposition {
    case .refused(let reason): throw LineError("was not accepted: \(reason)")
    case .closed: isClosed = true
    case .accepted, .waitingForLaunch, .duplicate, .dropped: break
    }
  }
}

extension UInt8 {
  /// Whether it is a space of JSON's.
  fileprivate var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}
