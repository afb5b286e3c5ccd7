internal import Lifebus
internal import LifebusThreads
internal import Synchronization

/// Where lines become events, whoever reads them: a file, standard input, or a client.
///
/// After each few events it waits until the printer has read what they led to, and for handlers that are far behind, so that
/// nothing is lost however long the input is.
final class Intake: Sendable {
  /// Events that are posted before the printer is waited for.
  private static let stride = 256
  /// How long a launch holds the lines after it up, while a gate is pending.
  private static let momentForGates = Duration.milliseconds(250)

  let bus: LifecycleBus
  private let printer: Printer
  private let recorder: Recorder?
  private let posted = Atomic<Int>(0)
  /// Held while an event is posted and taken down: a recording has the lines in the order of the log.
  private let recording = Lock(())

  init(_ bus: LifecycleBus, printer: Printer, recorder: Recorder?) {
    self.bus = bus
    self.printer = printer
    self.recorder = recorder
  }

  /// What became of one line.
  struct Posted: Sendable {
    let line: EventLine
    let receipt: Receipt
  }

  /// Posts the event of one line; nil for a line that is empty.
  func take(_ bytes: [UInt8]?) async throws(LineError) -> Posted? {
    guard let bytes else { throw LineError("is longer than \(EventLine.lengthLimit) bytes and was skipped") }
    guard !bytes.allSatisfy(\.isSpace) else { return nil }
    let line = try EventLine.parse(bytes)
    let receipt = await post(line)
    if line.isLaunch { await giveGatesAMoment() }
    if posted.add(1, ordering: .relaxed).newValue.isMultiple(of: Self.stride) { await printer.catchUp(with: bus) }
    if case .refused(let reason) = receipt.disposition { throw LineError("was not accepted: \(reason)") }
    return Posted(line: line, receipt: receipt)
  }

  private func post(_ line: EventLine) async -> Receipt {
    guard let recorder else { return line.post(on: bus) }
    await Recorder.settle(bus)
    return recording.withLock { _ in
      let time = bus.now
      let receipt = line.post(on: bus)
      recorder.note(line, receipt, at: time)
      return receipt
    }
  }

  /// Waits a moment for the first verdict of each gate: a file is read faster than any session, and what piles up before a
  /// gate says no more than "somebody came" would collapse to one delivery.
  private func giveGatesAMoment() async {
    let end = bus.now + Self.momentForGates
    for gate in bus.snapshot().gates where gate.verdict == Verdict.pending.word {
      _ = try? await bus.gate(gate.id).verdict(within: max(end - bus.now, .zero))
    }
  }
}

extension UInt8 {
  /// Whether it is a space of JSON's.
  fileprivate var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}
