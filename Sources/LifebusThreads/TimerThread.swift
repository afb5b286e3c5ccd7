/// One thread that calls back at a time: the alarm of a bus, which no busy pool of threads can delay.
///
/// Cycle: the first ``set(_:)`` starts the thread; it sleeps until the earliest time that was set, calls `fire`, and sleeps
/// again without end when nothing is set. It uses no processor time between.
public final class TimerThread: Sendable {
  private let name: String
  private let start: Int64
  private let fire: @Sendable () -> Void
  private let condition = Condition()
  // All three are guarded by `condition`.
  private nonisolated(unsafe) var alarm: Duration?
  private nonisolated(unsafe) var isRunning = false
  private nonisolated(unsafe) var isClosed = false

  /// Creates an alarm whose times count from `start`, which is a value of ``continuousNanoseconds()``.
  public init(name: String, start: Int64, fire: @escaping @Sendable () -> Void) {
    self.name = name
    self.start = start
    self.fire = fire
  }

  /// Sets the alarm, unless it is set to an earlier time already.
  public func set(_ time: Duration) {
    condition.lock()
    if alarm.map({ time < $0 }) ?? true { alarm = time }
    let starts = !isRunning && !isClosed
    if starts { isRunning = true }
    condition.signal()
    condition.unlock()
    if starts { startThread(named: name) { self.run() } }
  }

  /// Ends the thread; nothing is called after this returns, except a call that has begun.
  public func close() {
    condition.lock()
    isClosed = true
    condition.signal()
    condition.unlock()
  }

  private func run() {
    while waitForAlarm() { fire() }
  }

  /// Waits for the alarm and clears it; false when the thread is to end.
  private func waitForAlarm() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while !isClosed {
      guard let alarm else {
        condition.wait()
        continue
      }
      let left = alarm - .nanoseconds(continuousNanoseconds() - start)
      if left <= .zero {
        self.alarm = nil
        return true
      }
      condition.wait(for: left)
    }
    isRunning = false
    return false
  }
}
