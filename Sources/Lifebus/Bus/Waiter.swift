import LifebusThreads

/// One task that waits for a value of the machine.
final class Waiter<Value: Sendable>: Sendable {
  private struct State {
    var result: Result<Value, any Error>?
    var continuation: CheckedContinuation<Value, any Error>?
  }

  private let state = Lock(State())

  var id: ObjectIdentifier { ObjectIdentifier(self) }

  func value() async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let result = state.withLock { state in
        if state.result == nil { state.continuation = continuation }
        return state.result
      }
      if let result { continuation.resume(with: result) }
    }
  }

  func succeed(_ value: Value) { end(.success(value)) }

  func fail(_ error: any Error) { end(.failure(error)) }

  func end(_ result: Result<Value, any Error>) {
    let continuation = state.withLock { state -> CheckedContinuation<Value, any Error>? in
      guard state.result == nil else { return nil }
      state.result = result
      return state.continuation
    }
    continuation?.resume(with: result)
  }
}
