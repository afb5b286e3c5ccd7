import Synchronization

/// A clock that stands still until it is told to go on.
final class ManualClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset = Duration.zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    var begun = 0
    var sleepers: [Int: Sleeper] = [:]
    var waiters: [(begun: Int, continuation: CheckedContinuation<Void, Never>)] = []
    var emptyWaiters: [CheckedContinuation<Void, Never>] = []

    mutating func takeEmptyWaiters() -> [CheckedContinuation<Void, Never>] {
      guard sleepers.isEmpty else { return [] }
      defer { emptyWaiters = [] }
      return emptyWaiters
    }
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .nanoseconds(1) }

  /// How many sleep now.
  var sleepers: Int { state.withLock { $0.sleepers.count } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.withLock { state in
      state.begun += 1
      return state.begun
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let ready = state.withLock { state in
          state.sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
          let ready = state.waiters.filter { $0.begun <= state.begun }
          state.waiters.removeAll { $0.begun <= state.begun }
          return ready
        }
        if Task.isCancelled { cancel(number) }
        for waiter in ready { waiter.continuation.resume() }
      }
    } onCancel: {
      cancel(number)
    }
  }

  /// Waits until so many sleeps have begun since the clock was made.
  func sleeps(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        if state.begun < count { state.waiters.append((count, continuation)) }
        return state.begun >= count
      }
      if isReady { continuation.resume() }
    }
  }

  /// Waits until nobody sleeps.
  func empties() async {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        if !state.sleepers.isEmpty { state.emptyWaiters.append(continuation) }
        return state.sleepers.isEmpty
      }
      if isReady { continuation.resume() }
    }
  }

  /// Goes on, and wakes whoever is due.
  func advance(by duration: Duration) {
    let (due, waiters) = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for number in due.keys { state.sleepers[number] = nil }
      return (due.values.map(\.continuation), state.takeEmptyWaiters())
    }
    for continuation in due { continuation.resume() }
    for waiter in waiters { waiter.resume() }
  }

  private func cancel(_ number: Int) {
    let (sleeper, waiters) = state.withLock { state in
      let sleeper = state.sleepers.removeValue(forKey: number)
      return (sleeper, state.takeEmptyWaiters())
    }
    sleeper?.continuation.resume(throwing: CancellationError())
    for waiter in waiters { waiter.resume() }
  }
}
