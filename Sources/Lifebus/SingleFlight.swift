internal import LifebusThreads

/// Joins concurrent calls for the same key into one flight, such as six requests that all find the token expired.
///
/// ```swift
/// let refresh = SingleFlight<String, Token>()
/// let token = try await refresh.join("anna") { try await api.refreshToken() }
/// ```
///
/// The flight is a task of its own: a caller that is cancelled gets `CancellationError` and cuts it off for nobody else. What
/// has landed is not remembered: the next call flies again.
public final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct State {
    var flights: [Key: Flight] = [:]
  }

  private struct Flight {
    let task: Task<Void, Never>
    var waiters: [Waiter<Value>]
  }

  private let state = Lock(State())
  private let executor: (any TaskExecutor)?

  /// Creates a field without flights.
  ///
  /// - Parameter executor: Where flights run; nil, the default: on Swift's shared pool of threads.
  public init(executor: (any TaskExecutor)? = nil) {
    self.executor = executor
  }

  /// Joins the flight of the key, or starts it.
  ///
  /// - Parameters:
  ///   - key: What must not fly twice at once.
  ///   - fly: What to do if nobody is doing it; of those who come meanwhile it is not called.
  /// - Returns: What the flight returned; the same for all who joined.
  /// - Throws: What the flight threw; `CancellationError` if the calling task is cancelled.
  public func join(_ key: Key, _ fly: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let waiter = Waiter<Value>()
    state.withLock { state in
      if state.flights[key] == nil { state.flights[key] = Flight(task: start(key, fly), waiters: []) }
      state.flights[key]?.waiters.append(waiter)
    }
    return try await withTaskCancellationHandler {
      try await waiter.value()
    } onCancel: {
      waiter.fail(CancellationError())
    }
  }

  private func start(_ key: Key, _ fly: @escaping @Sendable () async throws -> Value) -> Task<Void, Never> {
    Task.detached(executorPreference: executor) {
      let result: Result<Value, any Error>
      do { result = .success(try await fly()) } catch { result = .failure(error) }
      let waiters = self.state.withLock { $0.flights.removeValue(forKey: key)?.waiters ?? [] }
      for waiter in waiters { waiter.end(result) }
    }
  }
}
