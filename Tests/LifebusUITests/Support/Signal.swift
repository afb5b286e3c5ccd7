/// Something that a test waits for.
struct Signal: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  func send() { continuation.yield() }

  /// Waits for the next time that it was sent.
  func wait() async { for await _ in stream { return } }

  /// The same, whether the task is cancelled or not.
  func waitRegardless() async { await Task.detached { await wait() }.value }
}

/// An object that tells when it is freed.
final class Captured: Sendable {
  private let signal: Signal

  init(_ signal: Signal) {
    self.signal = signal
  }

  deinit { signal.send() }
}
