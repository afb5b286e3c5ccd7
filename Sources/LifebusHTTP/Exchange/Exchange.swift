internal import Dispatch
internal import Foundation
internal import LifebusThreads

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// One request and its answer.
///
/// Cycle: ``run(until:)`` starts the transfer, an alarm and the wait. The session tells of a head, of parts and of the end; the
/// parts are counted at once and handed on in `queue`, where the wait is ended too: after the last part, or after the first
/// trouble. It ends with the trouble whether the session ever tells of an end or not.
final class Exchange: Sendable {
  private struct State {
    var head: HTTPHead?
    var received = 0
    var wasChallenged = false
    var trouble: (any Error)?
    var waiting: CheckedContinuation<HTTPHead, any Error>?
  }

  private let state = Lock(State())
  private let queue = DispatchQueue(label: "lifebus.http")
  private let task: URLSessionDataTask
  private let request: HTTPRequest
  private let handOn: @Sendable (HTTPHead, Data) throws -> Void

  init(
    of task: URLSessionDataTask, limits request: HTTPRequest, receive: @escaping @Sendable (HTTPHead, Data) throws -> Void
  ) {
    self.task = task
    self.request = request
    handOn = receive
  }

  func run(until deadline: ContinuousClock.Instant) async throws -> HTTPHead {
    // A work item that is cancelled is kept until its time.
    let alarm = DispatchWorkItem { [weak self, request] in self?.fail(HTTPTrouble.timedOut(request.timeout)) }
    defer { alarm.cancel() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        state.withLock { $0.waiting = continuation }
        DispatchQueue.global().asyncAfter(deadline: .now() + (deadline - .now) / .seconds(1), execute: alarm)
        task.resume()
        // It may have been cancelled before anybody waited.
        if state.withLock({ $0.trouble != nil }) { queue.async { self.end() } }
      }
    } onCancel: {
      fail(CancellationError())
    }
  }

  /// Ends the exchange, if it has not failed before.
  private func fail(_ trouble: any Error) {
    let isFirst = state.withLock { state in
      guard state.trouble == nil else { return false }
      state.trouble = trouble
      return true
    }
    guard isFirst else { return }
    task.cancel()
    queue.async { self.end() }
  }

  private func end() {
    let (waiting, trouble, head) = state.withLock { state in
      defer { state.waiting = nil }
      return (state.waiting, state.trouble, state.head)
    }
    guard let waiting else { return }
    if let trouble {
      waiting.resume(throwing: trouble)
    } else if let head {
      waiting.resume(returning: head)
    } else {
      waiting.resume(throwing: HTTPTrouble.connection("it has no head"))
    }
  }
}

// MARK: What the session tells

extension Exchange {
  /// The answer begins; false if it is to end with that.
  func begin(_ head: HTTPHead, length: Int64) -> Bool {
    guard length <= request.bodyLimit else {
      fail(HTTPTrouble.tooLarge(request.bodyLimit))
      return false
    }
    return state.withLock { state in
      state.head = head
      return state.trouble == nil
    }
  }

  /// A part of the body has come.
  func receive(_ part: Data) {
    let isTooMuch = state.withLock { state in
      state.received += part.count
      return state.received > request.bodyLimit
    }
    if isTooMuch { return fail(HTTPTrouble.tooLarge(request.bodyLimit)) }
    queue.async { self.take(part) }
  }

  private func take(_ part: Data) {
    let (head, isOver) = state.withLock { ($0.head, $0.trouble != nil) }
    guard let head, !isOver else { return }
    do { try handOn(head, part) } catch { fail(error) }
  }

  /// The server wants to know who asks: what the request says of that is all that it says.
  func noteChallenge() {
    state.withLock { $0.wasChallenged = true }
  }

  /// The session has ended the transfer.
  func complete(_ error: (any Error)?) {
    // On Linux a challenge that is not met cancels the transfer, after all of the answer has come.
    let isMet = (error as? URLError)?.code == .cancelled && state.withLock { $0.wasChallenged }
    // Without a time that it took: one trouble has one text.
    let reason = error?.localizedDescription.replacing(/\ after \d+ ms/, with: "")
    if let reason, !isMet { return fail(HTTPTrouble.connection(reason)) }
    queue.async { self.end() }
  }
}
