import Synchronization

/// Whether an instant that a process reaches is its last; called for each that it lives to see.
typealias Fate = @Sendable (LoggerLives.Instant) -> Bool

/// The instant at which this one is reached for the so-manieth time.
func time(_ count: Int, of instant: LoggerLives.Instant) -> Fate {
  let left = Countdown(count)
  return { reached in reached == instant && left.ends() }
}

/// The instant that comes after so many others.
func after(_ count: Int) -> Fate {
  let left = Countdown(count + 1)
  return { _ in left.ends() }
}

private final class Countdown: Sendable {
  private let left: Mutex<Int>

  init(_ count: Int) {
    left = Mutex(count)
  }

  /// True for the last of the calls that are counted.
  func ends() -> Bool {
    left.withLock {
      $0 -= 1
      return $0 == 0
    }
  }
}
