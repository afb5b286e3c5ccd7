internal import LifebusSystem
internal import LifebusThreads

/// The host's end of a plugin's program: what is sent to it, and how it is ended.
///
/// Its thread reads what the program writes, sends it what it has not taken yet, and notices its end. What comes of that is told
/// one after another, on that thread; while it is being handled, nothing more is read.
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
    var isPaused = false
    var closesInput = false
    /// True when its process was collected: the id may be another's.
    var isCollected = false
    var isKilled = false
    /// Why the host has ended it.
    var reason: String?
    /// How it has ended, when all that it has written was told.
    var end: String?
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  let process: ChildProcess
  private let thread: ChildThread
  private let take: @Sendable (ChildLink, Event) -> Void
  private let state = Lock(State())

  /// Starts a program, and has a thread serve it; `take` is told what it does.
  init(
    _ path: String, environment: [String: String], on thread: ChildThread,
    _ take: @escaping @Sendable (ChildLink, Event) -> Void
  ) throws(SystemError) {
    process = try ChildProcess.start(path, environment: environment)
    self.thread = thread
    self.take = take
    thread.serve(self)
  }

  var pid: Int32 { process.id }

  /// How the program has ended; nil: it runs, or has written what was not told yet.
  var end: String? { state.withLock { $0.end } }

  /// True while nothing of what it writes is read; what was read already is still told.
  var isPaused: Bool {
    get { state.withLock { $0.isPaused } }
    set {
      state.withLock { $0.isPaused = newValue }
      thread.stir()
    }
  }

  // MARK: What is sent

  /// Sends a line; what the program does not take now is sent when it does.
  func send(_ line: String) {
    let isPending = state.withLock { state in
      guard !state.closesInput, state.end == nil else { return false }
      state.outgoing += Array((line + "\n").utf8)
      flush(&state)
      return !state.outgoing.isEmpty
    }
    if isPending { thread.stir() }
  }

  /// Sends what there is, and then closes the program's input.
  func closeInput() {
    state.withLock { state in
      guard !state.closesInput, state.end == nil else { return }
      state.closesInput = true
      flush(&state)
    }
  }

  /// What it is sent by when it takes more; nil if nothing waits for that.
  var pending: Descriptor? { state.withLock { $0.outgoing.isEmpty ? nil : process.input } }

  /// Sends what the program takes now.
  func flush() { state.withLock { flush(&$0) } }

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

  // MARK: Its end

  /// Ends the program with all its group, and hears no more of it; nil: as is right.
  func kill(because reason: String? = nil) {
    state.withLock { state in
      guard !state.isCollected else { return }
      if !state.isKilled { state.reason = reason }
      state.isKilled = true
      process.kill()
    }
  }

  /// Waits for the program's end.
  func untilEnd() async {
    await withCheckedContinuation { waiter in
      let hasEnded = state.withLock { state in
        if state.end == nil { state.waiters.append(waiter) }
        return state.end != nil
      }
      if hasEnded { waiter.resume() }
    }
  }

  // MARK: What its thread does

  var isKilled: Bool { state.withLock { $0.isKilled } }

  func tell(_ event: Event) { take(self, event) }

  /// How the program has ended, if it has: its id may be another's then.
  func collect() -> ChildProcess.End? {
    state.withLock { state in
      let end = process.collect()
      state.isCollected = end != nil
      return end
    }
  }

  /// Tells the program's end, after all that it has written.
  func finish(_ end: ChildProcess.End) {
    let (reason, waiters) = state.withLock { state in
      let reason = state.reason.map { "\($0), and was ended" } ?? end.description
      state.end = reason
      if !state.isInputClosed { process.input.close() }
      return (reason, state.waiters)
    }
    process.close()
    tell(.ended(reason))
    for waiter in waiters { waiter.resume() }
  }
}
