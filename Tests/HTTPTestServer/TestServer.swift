import Foundation
internal import LifebusSystem
import Synchronization

/// A web server on this machine that does what a test tells it, right or wrong, with a log of what it was asked.
package final class TestServer: Sendable {
  private struct State {
    var requests: [TestRequest] = []
    var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  /// The address of its root, without a slash at the end.
  package let address: String
  private let listener: Descriptor
  private let answer: @Sendable (TestRequest) -> TestAnswer
  private let state = Mutex(State())

  /// Starts a server that answers each request as `answer` says, at the loopback address of IPv4 or IPv6.
  package init(ofVersion6 isVersion6: Bool = false, _ answer: @escaping @Sendable (TestRequest) -> TestAnswer) throws {
    signal(SIGPIPE, SIG_IGN)
    let (listener, port) = try Descriptor.listenOnLoopback(ofVersion6: isVersion6)
    self.listener = listener
    self.answer = answer
    address = "http://\(isVersion6 ? "[::1]" : "127.0.0.1"):\(port)"
    Thread.detachNewThread { [weak self] in
      let handle: @Sendable (TestRequest) -> TestAnswer? = { [weak self] in self?.handle($0) }
      while let connection = try? listener.acceptConnection() {
        Thread.detachNewThread { Self.serve(connection, handle: handle) }
      }
      listener.close()
    }
  }

  deinit { listener.shutDownReceiving() }

  /// What it was asked, in order.
  package var requests: [TestRequest] { state.withLock { $0.requests } }

  /// Waits until so many requests have come.
  package func requests(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        guard state.requests.count < count else { return true }
        state.waiting.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  private func handle(_ request: TestRequest) -> TestAnswer {
    let ready = state.withLock { state in
      state.requests.append(request)
      let ready = state.waiting.filter { $0.count <= state.requests.count }
      state.waiting.removeAll { $0.count <= state.requests.count }
      return ready
    }
    for waiter in ready { waiter.continuation.resume() }
    return answer(request)
  }

  /// Answers one request after another, until one end closes the connection.
  private static func serve(_ connection: Descriptor, handle: @Sendable (TestRequest) -> TestAnswer?) {
    defer { connection.close() }
    while let request = try? TestRequest(from: connection), let answer = handle(request) {
      guard (try? answer.play(on: connection)) == true else { return }
    }
  }
}
