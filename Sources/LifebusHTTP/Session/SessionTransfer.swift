#if !os(Linux)
  internal import Dispatch
  internal import Foundation
  internal import LifebusThreads

  /// One exchange, by the system's session.
  ///
  /// Cycle: ``run()`` starts the transfer, an alarm and the wait. The session tells of a head, of parts and of the end, which
  /// are taken in `queue`, where the wait is ended too: after the last part, or after the first trouble. It ends with the
  /// trouble whether the session ever tells of an end or not.
  final class SessionTransfer: Sendable {
    private struct State {
      /// Why the transfer is cut off: something is against it, or the head is all that is wanted.
      var cut: Result<HTTPHead, any Error>?
      var waiting: CheckedContinuation<HTTPHead, any Error>?
    }

    private let state = Lock(State())
    private let queue = DispatchQueue(label: "lifebus.http")
    // Touched in `queue` only.
    private nonisolated(unsafe) var intake: Intake
    private let task: URLSessionDataTask
    private let deadline: Deadline

    init(of exchange: Exchange, by task: URLSessionDataTask) {
      intake = Intake(for: exchange)
      deadline = exchange.deadline
      self.task = task
    }

    func run() async throws -> HTTPHead {
      // A work item that is cancelled is kept until its time.
      let alarm = DispatchWorkItem { [weak self] in self?.attempt { _ = try $0.deadline.remaining() } }
      defer { alarm.cancel() }
      let left = try deadline.remaining()
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          state.withLock { $0.waiting = continuation }
          DispatchQueue.global().asyncAfter(deadline: .now() + left / .seconds(1), execute: alarm)
          task.resume()
          // It may have been cancelled before anybody waited.
          if isCut { queue.async { self.end() } }
        }
      } onCancel: {
        cut(.failure(CancellationError()))
      }
    }

    private var isCut: Bool { state.withLock { $0.cut != nil } }

    /// Ends the transfer, unless it is cut off already.
    private func cut(_ result: Result<HTTPHead, any Error>) {
      let isFirst = state.withLock { state in
        defer { state.cut = state.cut ?? result }
        return state.cut == nil
      }
      guard isFirst else { return }
      task.cancel()
      queue.async { self.end() }
    }

    private func attempt(_ step: (SessionTransfer) throws -> Void) {
      do { try step(self) } catch { cut(.failure(error)) }
    }

    private func end() {
      let (waiting, cut) = state.withLock { state in
        defer { state.waiting = nil }
        return (state.waiting, state.cut)
      }
      waiting?.resume(with: cut ?? intake.head.map { .success($0) } ?? .failure(HTTPTrouble.noHead))
    }
  }

  // MARK: What the session tells

  extension SessionTransfer {
    /// The answer begins; false if it is to end with that.
    func begin(_ head: HTTPHead) -> Bool {
      queue.sync {
        attempt { if try !$0.intake.begin(head) { $0.cut(.success(head)) } }
        return !isCut
      }
    }

    /// A part of the body has come.
    func receive(_ part: Data) {
      queue.sync {
        guard !isCut else { return }
        attempt { try $0.intake.take(part) }
      }
    }

    /// The session has ended the transfer.
    func complete(_ error: (any Error)?) {
      if let error { return cut(.failure(HTTPTrouble.connection(error.localizedDescription))) }
      queue.async { self.end() }
    }
  }
#endif
