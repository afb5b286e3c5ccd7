import LifebusThreads

/// The clock of a bus, and its one alarm, which never runs on the shared pool of threads.
struct Timekeeper: Sendable {
  let now: @Sendable () -> Duration
  /// Calls back at this time, unless it was asked for an earlier one already.
  let setAlarm: @Sendable (Duration) -> Void
  let close: @Sendable () -> Void
  let onAlarm: @Sendable (@escaping @Sendable () -> Void) -> Void
  /// False where time may stand still while handlers run.
  let isReal: Bool

  /// The time of the system, with a thread for the alarm.
  static func real() -> Timekeeper {
    let start = continuousNanoseconds()
    let callback = Callback()
    let timer = TimerThread(name: "lifebus.alarm", start: start) { callback.call() }
    return Timekeeper(
      now: { .nanoseconds(continuousNanoseconds() - start) }, setAlarm: timer.set,
      close: {
        timer.close()
        callback.clear()
      }, onAlarm: callback.set, isReal: true)
  }

  /// The time of a clock, which is asked to sleep until the alarm: on the bus's executor if it has one, else on a thread of its
  /// own.
  static func of<C: Clock<Duration>>(_ clock: C, executor: (any TaskExecutor)?) -> Timekeeper {
    let start = clock.now
    let callback = Callback()
    let sleeper = Sleeper(clock: clock, start: start, executor: executor) { callback.call() }
    return Timekeeper(
      now: { start.duration(to: clock.now) }, setAlarm: sleeper.set,
      close: {
        sleeper.close()
        callback.clear()
      }, onAlarm: callback.set, isReal: false)
  }
}

/// What an alarm calls; it is set after the alarm was made.
private final class Callback: Sendable {
  private let body = Lock<(@Sendable () -> Void)?>(nil)

  func set(_ body: @escaping @Sendable () -> Void) { self.body.withLock { $0 = body } }
  func clear() { body.withLock { $0 = nil } }
  func call() { body.withLock { $0 }?() }
}

/// The alarm of a clock that is not the system's: a task that sleeps on it.
private final class Sleeper<C: Clock<Duration>>: Sendable {
  private struct State {
    var time: Duration?
    var task: Task<Void, Never>?
    var generation = 0
  }

  private let clock: C
  private let start: C.Instant
  private let fire: @Sendable () -> Void
  private let state = Lock(State())
  private let executor: any TaskExecutor

  init(clock: C, start: C.Instant, executor: (any TaskExecutor)?, fire: @escaping @Sendable () -> Void) {
    self.clock = clock
    self.start = start
    self.fire = fire
    self.executor = executor ?? ThreadExecutor(name: "lifebus.alarm")
  }

  func set(_ time: Duration) {
    let generation = state.withLock { state -> Int? in
      if let earlier = state.time, earlier <= time { return nil }
      state.task?.cancel()
      state.task = nil
      state.time = time
      state.generation += 1
      return state.generation
    }
    guard let generation else { return }
    let task = Task.detached(executorPreference: executor) { await self.sleep(until: time, generation) }
    state.withLock { state in
      if state.generation == generation, state.time != nil { state.task = task } else { task.cancel() }
    }
  }

  private func sleep(until time: Duration, _ generation: Int) async {
    try? await clock.sleep(until: start.advanced(by: time), tolerance: nil)
    let isDue = state.withLock { state in
      guard state.generation == generation, state.time != nil, !Task.isCancelled else { return false }
      state.time = nil
      state.task = nil
      return true
    }
    if isDue { fire() }
  }

  func close() {
    state.withLock { state in
      state.task?.cancel()
      state.time = nil
      state.generation += 1
    }
    (executor as? ThreadExecutor)?.close()
  }
}
