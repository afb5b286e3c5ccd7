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
  }

  func emit(
    _ lines: inout ClientLines, _ wait: WireRequest.Wait, within limit: Duration
  ) async throws(ClientConnection.Failure) {
    try greet()
    let pending = Handoff<Pending>(limit: connection.limits.unanswered)
    let thread = ThreadExecutor(name: "lifebus-answers")
    defer { thread.close() }
    let answering = Task(executorPreference: thread) { await answer(pending, wait) }
    let end = await read(&lines, into: pending, within: limit)
    pending.finish()
    // A client that is gone waits for nothing.
    if case .failure(.gone) = end { answering.cancel() }
    let isAnswered = await answering.value
    guard isAnswered else { throw .gone }
    switch end {
    case .success(let reason): try self.end(reason)
    case .failure(.interrupted): try self.end(.shutdown)
    case .failure(let failure): throw failure
    }
  }

  private func read(
    _ lines: inout ClientLines, into pending: Handoff<Pending>, within limit: Duration
  ) async -> Result<WireLine.End, ClientConnection.Failure> {
    do throws(ClientConnection.Failure) {
      while let line = try lines.next(isBusy: { pending.isBusy }) {
        // The request was the first line.
        guard let next = await take(line.bytes, number: line.number - 1, within: limit) else { continue }
        guard pending.put(next) else { return .failure(.gone) }
        if case .answer(let posted, _) = next, posted.receipt.disposition == .closed { return .success(.shutdown) }
      }
      return .success(.complete)
    } catch {
      return .failure(error)
    }
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

  private func answer(
    _ batch: [Pending], _ wait: WireRequest.Wait, done: () -> Void
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
    try connection.write(buffer)
  }
}
