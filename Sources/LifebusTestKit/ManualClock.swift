import Synchronization

/// A clock that stands still until it is told to move, and knows who sleeps on it.
///
/// ```swift
/// let clock = ManualClock()
/// async let later: Void = clock.sleep(for: .seconds(3_600))
/// clock.advance(by: .seconds(3_600))
/// ```
///
/// A sleep never returns at once, also not one until now: it returns when the clock is next moved, or asked for what is due.
public final class ManualClock: Clock, Sendable {
  /// A time on this clock: the time since it was made.
  public struct Instant: InstantProtocol, Sendable {
    /// The time since the clock was made.
    public let offset: Duration

    /// Creates a time.
    public init(_ offset: Duration) {
      self.offset = offset
    }

    /// The time so much later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset + duration) }

    /// The time from this one to another.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// By time.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let end: Duration
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Duration.zero
    var next = 0
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
    /// How many sleeps have begun since the clock was made.
    var begun = 0
    var awaitsBegin: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    var awaitsEmpty: [CheckedContinuation<Void, Never>] = []

    /// Who has waited for what is so now.
    mutating func takeReady() -> [CheckedContinuation<Void, Never>] {
      var ready = awaitsBegin.filter { $0.count <= begun }.map(\.continuation)
      awaitsBegin.removeAll { $0.count <= begun }
      if sleepers.isEmpty {
        ready += awaitsEmpty
        awaitsEmpty = []
      }
      return ready
    }
  }

  private let state = Mutex(State())

  /// Creates a clock that stands at zero.
  public init() {}

  /// The time at which the clock stands.
  public var now: Instant { Instant(state.withLock { $0.now }) }

  /// The smallest step of the clock.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// The earliest time until which somebody sleeps.
  public var nextWake: Instant? { state.withLock { $0.sleepers.values.map(\.end).min() }.map(Instant.init) }

  /// How many sleep.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Waits until so many sleeps have begun since the clock was made.
  public func sleeps(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state in
        state.awaitsBegin.append((count, continuation))
        return state.takeReady()
      }
      for waiter in ready { waiter.resume() }
    }
  }

  /// Waits until nobody sleeps.
  public func empties() async {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state in
        state.awaitsEmpty.append(continuation)
        return state.takeReady()
      }
      for waiter in ready { waiter.resume() }
    }
  }

  /// Sleeps until the clock was moved to the time; throws `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await wait(until: deadline.offset, id)
    } onCancel: {
      cancel(id)
    }
  }

  /// Sleeps until the clock was moved to the time, whether the task is cancelled or not.
  public func sleepRegardless(until deadline: Instant) async {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    try? await wait(until: deadline.offset, id)
  }

  private func wait(until end: Duration, _ id: Int) async throws {
    try await withCheckedThrowingContinuation { continuation in
      let (isCancelled, ready) = state.withLock { state in
        state.begun += 1
        let isCancelled = state.cancelled.remove(id) != nil
        if !isCancelled { state.sleepers[id] = Sleeper(end: end, continuation: continuation) }
        return (isCancelled, state.takeReady())
      }
      if isCancelled { continuation.resume(throwing: CancellationError()) }
      for waiter in ready { waiter.resume() }
    }
  }

  private func cancel(_ id: Int) {
    let (sleeper, ready) = state.withLock { state in
      let sleeper = state.sleepers.removeValue(forKey: id)
      if sleeper == nil { state.cancelled.insert(id) }
      return (sleeper, state.takeReady())
    }
    sleeper?.continuation.resume(throwing: CancellationError())
    for waiter in ready { waiter.resume() }
  }

  /// Moves the clock and wakes all that is due by then, in the order of their times.
  public func advance(by duration: Duration) {
    advance(to: now.advanced(by: duration))
  }

  /// Moves the clock, never back, and wakes all that is due by then, in the order of their times.
  public func advance(to time: Instant) {
    let (due, ready) = state.withLock { state in
      state.now = max(state.now, time.offset)
      let due = state.sleepers.filter { $0.value.end <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return (due.sorted { ($0.value.end, $0.key) < ($1.value.end, $1.key) }, state.takeReady())
    }
    for sleeper in due { sleeper.value.continuation.resume() }
    for waiter in ready { waiter.resume() }
  }
}
