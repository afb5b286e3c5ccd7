internal import Lifebus
internal import LifebusSystem
internal import LifebusThreads
internal import LifebusWire

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Events that a client emits: one thread reads and posts them, another one answers, in the order of the lines.
extension Client {
  /// Answers are sent when there are so many bytes of them, or when the next one is not there yet.
  private static let bufferSize = 1 << 15
  /// Microseconds that those behind an answer that was waited for get, to be there too (a fifth of a millisecond).
  private static let pause: useconds_t = 200

  /// What is still to be answered.
  private enum Pending: Sendable {
    case answer(Intake.Posted, deadline: Duration)
    case refusal(LineError, line: Int)

    /// Why no line after this one is read, if none is.
    var end: WireLine.End? {
      if case .answer(let posted, _) = self, posted.receipt.disposition == .closed { .shutdown } else { nil }
    }
  }

  func emit(
    _ lines: inout ClientLines, _ wait: WireRequest.Wait, within limit: Duration
  ) async throws(ClientConnection.Failure) {
    try greet()
    do throws(ClientConnection.Failure) {
      guard let first = try await next(&lines, within: limit) else { return try end(.complete) }
      // A single event is answered where it was read: another thread would take longer to start.
      guard try !lines.isAtEnd() else { return try await answer([first], wait, then: first.end ?? .complete) }
      try await emit(first, then: &lines, wait, within: limit)
    } catch .interrupted {
      try end(.shutdown)
    }
  }

  private func emit(
    _ first: Pending, then lines: inout ClientLines, _ wait: WireRequest.Wait, within limit: Duration
  ) async throws(ClientConnection.Failure) {
    let pending = Handoff<Pending>(limit: connection.limits.unanswered)
    let thread = ThreadExecutor(name: "lifebus-answers")
    defer { thread.close() }
    let answering = Task(executorPreference: thread) { await answer(pending, wait) }
    let end = await read(first, then: &lines, into: pending, within: limit)
    pending.finish()
    // A client that is gone waits for nothing.
    if case .failure(.gone) = end { answering.cancel() }
    let isAnswered = await answering.value
    guard isAnswered else { throw .gone }
    try self.end(end.get())
  }

  private func read(
    _ first: Pending, then lines: inout ClientLines, into pending: Handoff<Pending>, within limit: Duration
  ) async -> Result<WireLine.End, ClientConnection.Failure> {
    do throws(ClientConnection.Failure) {
      var next: Pending? = first
      while let line = next {
        guard pending.put(line) else { return .failure(.gone) }
        if let end = line.end { return .success(end) }
        next = try await self.next(&lines, within: limit) { pending.isBusy }
      }
      return .success(.complete)
    } catch {
      return .failure(error)
    }
  }

  /// What the next line that is not empty came to; nil at the end.
  private func next(
    _ lines: inout ClientLines, within limit: Duration, isBusy: () -> Bool = { false }
  ) async throws(ClientConnection.Failure) -> Pending? {
    while let line = try lines.next(isBusy: isBusy) {
      // The request was the first line.
      if let next = await take(line.bytes, number: line.number - 1, within: limit) { return next }
    }
    return nil
  }

  private func take(_ bytes: [UInt8]?, number: Int, within limit: Duration) async -> Pending? {
    do throws(LineError) {
      guard let posted = try await house.intake.take(bytes) else { return nil }
      return .answer(posted, deadline: house.bus.now + limit)
    } catch {
      return .refusal(error, line: number)
    }
  }

  /// Answers until nothing more comes; false if the client is gone.
  private func answer(_ pending: Handoff<Pending>, _ wait: WireRequest.Wait) async -> Bool {
    do throws(ClientConnection.Failure) {
      while true {
        let batch = pending.takeAll()
        guard !batch.isEmpty else { return true }
        try await answer(batch, wait) { pending.done(1) }
      }
    } catch {
      pending.finish()
      return false
    }
  }

  /// Answers in order, and says why nothing follows, if nothing does.
  private func answer(
    _ batch: [Pending], _ wait: WireRequest.Wait, then end: WireLine.End? = nil, done: () -> Void = {}
  ) async throws(ClientConnection.Failure) {
    var buffer: [UInt8] = []
    for (index, next) in batch.enumerated() {
      switch next {
      case .refusal(let error, let line): buffer += RefusedLine.text(error, line: line).utf8
      case .answer(let posted, let deadline):
        var answer = Answer(posted)
        if !answer.isComplete(for: wait) {
          // What is answered already does not wait for this one.
          try connection.write(buffer)
          buffer = []
          answer = await answer.completed(for: wait, by: deadline, on: house.bus)
          if index < batch.count - 1 { usleep(Self.pause) }
        }
        buffer += answer.text.utf8
      }
      buffer.append(UInt8(ascii: "\n"))
      done()
      guard buffer.count >= Self.bufferSize else { continue }
      try connection.write(buffer)
      buffer = []
    }
    if let end { buffer += (WireLine.end(end).text + "\n").utf8 }
    try connection.write(buffer)
  }
}
