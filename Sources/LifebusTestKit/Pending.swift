import Synchronization

/// An operation that a test has started; see ``TestBus/start(_:)``.
public final class Pending<Value: Sendable>: Sendable {
  private struct State {
    var value: Result<Value, any Error>?
    var task: Task<Void, Never>?
  }

  private let state = Mutex(State())

  /// What the operation returned or threw; nil while it runs.
  public internal(set) var value: Result<Value, any Error>? {
    get { state.withLock { $0.value } }
    set { state.withLock { $0.value = newValue } }
  }

  var task: Task<Void, Never>? {
    get { state.withLock { $0.task } }
    set { state.withLock { $0.task = newValue } }
  }

  /// Cancels the operation.
  public func cancel() { task?.cancel() }
}
