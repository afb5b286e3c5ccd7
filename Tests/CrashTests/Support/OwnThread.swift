import LifebusThreads

/// Does what waits for the system on a thread of its own.
func onOwnThread<Value: Sendable>(_ name: String, _ body: @escaping @Sendable () -> Value) async -> Value {
  let thread = ThreadExecutor(name: name)
  defer { thread.close() }
  return await Task(executorPreference: thread) { body() }.value
}
