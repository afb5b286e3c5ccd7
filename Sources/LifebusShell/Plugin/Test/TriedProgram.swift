internal import LifebusSystem
internal import LifebusWire

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program that is tried: told lines and listened to, for no longer than one wants to wait.
final class TriedProgram {
  /// How many lines of its standard error are kept.
  private static let talkLimit = 3

  /// What was heard of it.
  enum Heard {
    /// A line; nil: one above the limit.
    case line([UInt8]?)
    case end(ChildProcess.End)
    /// Nothing, for so long.
    case silence
  }

  private let process: ChildProcess
  private var streams: ChildStreams
  private var outgoing: [UInt8] = []
  private var lines: [[UInt8]?] = []
  private var isInputOpen = true
  /// What it last wrote to its standard error.
  private(set) var talk: [String] = []
  /// How it has ended, once it was heard.
  private(set) var end: ChildProcess.End?

  init(_ path: String, byHand: Bool = false) throws(SystemError) {
    let own = ProcessEnvironment.variables
    process = try ChildProcess.start(path, environment: byHand ? own : PluginSurroundings.environment(from: own))
    streams = ChildStreams(process)
  }

  deinit {
    if end == nil {
      process.kill()
      while process.collect() == nil { _ = try? Descriptor.wait(reading: streams.open(), within: .milliseconds(10)) }
    }
    if isInputOpen { process.input.close() }
    process.close()
  }

  /// Tells it a line; it takes the rest of a long one while it is heard.
  func tell(_ line: String) {
    guard isInputOpen else { return }
    outgoing += Array((line + "\n").utf8)
    flush()
  }

  /// Closes its input, when it has taken what it was told, or does not.
  func closeInput() {
    guard isInputOpen else { return }
    let deadline = ContinuousClock.now + .seconds(1)
    while !outgoing.isEmpty, end == nil, deadline > .now { turn(within: deadline - .now) }
    isInputOpen = false
    outgoing = []
    process.input.close()
  }

  /// Waits for its next line or its end.
  func hear(until deadline: ContinuousClock.Instant) -> Heard {
    while lines.isEmpty {
      if let end { return .end(end) }
      let left = deadline - .now
      guard left > .zero else { return .silence }
      turn(within: left)
    }
    return .line(lines.removeFirst())
  }

  /// Does what can be done, or waits for that.
  private func turn(within limit: Duration) {
    let ready =
      (try? Descriptor.wait(
        reading: streams.open(), writing: outgoing.isEmpty ? [] : [process.input], within: min(limit, streams.patience ?? limit)
      ))
      ?? []
    if ready.contains(process.input.raw) { flush() }
    take(streams.read(ready))
    guard streams.mayHaveEnded(ready), let end = process.collect() else { return }
    take(streams.readRest())
    self.end = end
  }

  private func take(_ events: [ChildStreams.Event]) {
    for event in events {
      switch event {
      case .line(let bytes): lines.append(bytes)
      case .talk(let text): talk = (talk + [text]).suffix(Self.talkLimit)
      }
    }
  }

  private func flush() {
    // That a program reads no more is noticed by what it does not answer.
    let former = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, former) }
    do throws(SystemError) {
      let count = try outgoing.withUnsafeBufferPointer { bytes throws(SystemError) in
        try process.input.writeSome(UnsafeRawBufferPointer(bytes))
      }
      outgoing.removeFirst(count ?? 0)
    } catch {
      outgoing = []
    }
  }
}
