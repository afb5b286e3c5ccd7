#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A mutex of the system and a condition on it, with waits that can end at a time.
///
/// Cycle: `lock`, look at what it guards, `wait` while there is nothing to do, `unlock`.
final class Condition: Sendable {
  // Both point at memory that lives as long as this object; the system's calls on them are safe from any thread.
  private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private nonisolated(unsafe) let condition: UnsafeMutablePointer<pthread_cond_t>

  init() {
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      pthread_cond_init(condition, nil)
    #else
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func lock() { pthread_mutex_lock(mutex) }
  func unlock() { pthread_mutex_unlock(mutex) }
  func signal() { pthread_cond_signal(condition) }
  func wait() { pthread_cond_wait(condition, mutex) }

  /// Waits until a signal, or until the duration is over; it may also return earlier.
  func wait(for duration: Duration) {
    let (seconds, attoseconds) = duration.components
    // A wait of more than a day is cut: callers look again after each return.
    let whole = min(max(seconds, 0), 86_400)
    let nanoseconds = max(attoseconds / 1_000_000_000, 0)
    #if canImport(Darwin)
      var time = timespec(tv_sec: Int(whole), tv_nsec: Int(nanoseconds))
      pthread_cond_timedwait_relative_np(condition, mutex, &time)
    #else
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      time.tv_sec += Int(whole)
      time.tv_nsec += Int(nanoseconds)
      if time.tv_nsec >= 1_000_000_000 {
        time.tv_sec += 1
        time.tv_nsec -= 1_000_000_000
      }
      pthread_cond_timedwait(condition, mutex, &time)
    #endif
  }
}

/// Starts a detached thread that runs `body` to its end; debuggers show its name where the system takes one (Apple's do).
func startThread(named name: String, _ body: @escaping @Sendable () -> Void) {
  let box = Unmanaged.passRetained(ThreadBody(name: name, run: body))
  #if canImport(Darwin)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  let failure = pthread_create(&thread, nil, threadMain, box.toOpaque())
  guard failure == 0 else {
    box.release()
    preconditionFailure("the system has no thread for '\(name)' (error \(failure)): raise its limit of threads")
  }
  #if canImport(Darwin)
    if let thread { pthread_detach(thread) }
  #else
    pthread_detach(thread)
  #endif
}

private final class ThreadBody: Sendable {
  let name: String
  let run: @Sendable () -> Void

  init(name: String, run: @escaping @Sendable () -> Void) {
    self.name = name
    self.run = run
  }
}

#if canImport(Darwin)
  private func threadMain(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    runThread(argument)
  }
#else
  private func threadMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    argument.flatMap(runThread)
  }
#endif

private func runThread(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  let body = Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
  #if canImport(Darwin)
    pthread_setname_np(body.name)
  #endif
  body.run()
  return nil
}
