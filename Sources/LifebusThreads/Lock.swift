#if LIFEBUS_THREAD_SANITIZER
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #endif
#else
  public import Synchronization
#endif

#if LIFEBUS_THREAD_SANITIZER
  /// A value behind a mutex of the system, which the thread sanitizer knows; elsewhere `Synchronization.Mutex` is used.
  public final class Lock<Value>: @unchecked Sendable {
    // Proof: the value is read and written between `pthread_mutex_lock` and `pthread_mutex_unlock` only.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    /// Creates a lock round a value.
    public init(_ value: sending Value) {
      mutex = .allocate(capacity: 1)
      pthread_mutex_init(mutex, nil)
      self.value = value
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    /// Calls `body` with the value; no other thread has it meanwhile.
    ///
    /// It must not be called from within `body`.
    public func withLock<Result: Sendable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&value)
    }
  }
#else
  /// A value behind a mutex.
  public struct Lock<Value>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<Value>

    /// Creates a lock round a value.
    @inlinable
    public init(_ value: sending Value) {
      mutex = Mutex(value)
    }

    /// Calls `body` with the value; no other thread has it meanwhile.
    ///
    /// It must not be called from within `body`.
    @inlinable
    public borrowing func withLock<Result: Sendable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      try mutex.withLock(body)
    }
  }
#endif
