internal import LifebusSystem
internal import LifebusThreads

/// The host's end of a plugin's program: one thread reads what the program writes, sends it what it has not taken yet, and notices
/// its end.
///
/// What comes of that is told one after another, on that thread; while it is being handled, nothing more is read.
final class ChildLink: Sendable {
  /// What a program does.
  enum Event: Sendable {
    /// It has written a line.
    case line([UInt8])
    /// It has written a line on its standard error.
    case talk(String)
    /// It has ended; nothing comes after this.
    case ended(String)
  }

  private struct State {
    var outgoing: [UInt8] = []
    var isInputClosed = false
    var closesInput = false
    var hasEnded = false
    /// Why the host has ended it.
    var reason: String?
  }

  private let process: ChildProcess
  private let wake: (reading: Descriptor, writing: Descriptor)
  private let state = Lock(State())

  /// Starts a program; `take` is told what it does.
  init(
    _ path: String, environment: [String: String], _ take: @escaping @Sendable (ChildLink, Event) -> Void
  ) throws(SystemError) {
    wake = try Descriptor.pipe()
    do throws(SystemError) {
      for end in [wake.reading, wake.writing] { try end.stopWaiting() }
      process = try ChildProcess.start(path, environment: environment)
    } catch {
      for end in [wake.reading, wake.writing] { end.close() }
      throw error
    }
    let thread = ThreadExecutor(name: "lifebus-plugin")
    Task.detached(executorPreference: thread) {
      defer { thread.close() }
      self.serve(take)
    }
  }

  var pid: Int32 { process.id }

  /// True when the program has ended, and all that it has written was told.
  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  // MARK: What is sent

  /// Sends a line; what the program does not take now is sent when it does.
  func send(_ line: String) {
    state.withLock { state in
      guard !state.closesInput, !state.hasEnded else { return }
      state.outgoing += Array((line + "\n").utf8)
      flush(&state)
      if !state.outgoing.isEmpty { stir() }
    }
  }

  /// Sends what there is, and then closes the program's input.
  func closeInput() {
    state.withLock { state in
      guard !state.closesInput, !state.hasEnded else { return }
      state.closesInput = true
      flush(&state)
    }
  }

  /// Ends the program with all its group; nil: as is right.
  func kill(because reason: String? = nil) {
    state.withLock { state in
      guard !state.hasEnded else { return }
      state.reason = state.reason ?? reason
      process.kill()
    }
  }

  private func flush(_ state: inout State) {
    while !state.outgoing.isEmpty {
      do throws(SystemError) {
        let count = try state.outgoing.withUnsafeBufferPointer { bytes throws(SystemError) in
          try process.input.writeSome(UnsafeRawBufferPointer(bytes))
        }
        guard let count else { break }
        state.outgoing.removeFirst(count)
      } catch {
        // A program that is gone is noticed where its output is read.
        state.outgoing = []
      }
    }
    guard state.closesInput, state.outgoing.isEmpty, !state.isInputClosed else { return }
    state.isInputClosed = true
    process.input.close()
  }

  private func stir() {
    _ = try? withUnsafeBytes(of: UInt8(1)) { byte throws(SystemError) in try wake.writing.writeSome(byte) }
  }

  // MARK: The thread

  private func serve(_ take: @Sendable (ChildLink, Event) -> Void) {
    var streams = ChildStreams(process)
    var end: ChildProcess.End?
    while end == nil {
      let pending = state.withLock { $0.outgoing.isEmpty ? nil : process.input }
      let ready =
        (try? Descriptor.wait(reading: streams.open + [wake.reading], writing: pending, within: streams.patience)) ?? []
      if ready.contains(wake.reading.raw) { _ = try? wake.reading.readSome(64) }
      if pending.map({ ready.contains($0.raw) }) == true { state.withLock { flush(&$0) } }
      for event in streams.read(ready) { handle(event, take) }
      if ready.isEmpty, !streams.isOutputOpen { kill(because: "it has closed its output") }
      if streams.mayHaveEnded(ready) { end = process.end(waits: false) }
    }
    // What it has written last is there already; what others of its group still write does not count.
    for event in streams.readRest() { handle(event, take) }
    finish(end ?? .unknown, take)
  }

  private func handle(_ event: ChildStreams.Event, _ take: @Sendable (ChildLink, Event) -> Void) {
    switch event {
    case .line(let bytes?): take(self, .line(bytes))
    case .line(nil): kill(because: "it has written a line of more than \(ChildStreams.lineLimit) bytes")
    case .talk(let text): take(self, .talk(text))
    }
  }

  private func finish(_ end: ChildProcess.End, _ take: @Sendable (ChildLink, Event) -> Void) {
    process.kill()
    let reason = state.withLock { state in
      state.hasEnded = true
      if !state.isInputClosed { process.input.close() }
      return state.reason
    }
    process.close()
    // Nobody stirs a link that has ended.
    for end in [wake.reading, wake.writing] { end.close() }
    take(self, .ended(reason.map { "\($0), and was ended" } ?? end.description))
  }
}
