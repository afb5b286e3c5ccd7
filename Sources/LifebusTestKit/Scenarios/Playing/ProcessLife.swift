internal import Synchronization

/// Whether a played process lives, and who hangs in it.
final class ProcessLife: Sendable {
  private struct State {
    var isOver = false
    var hasTrapped = false
    var hanging: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// True when nothing counts any more.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// True when a call has trapped: the process dies when its bus has settled.
  var hasTrapped: Bool { state.withLock { $0.hasTrapped } }

  func trap() { state.withLock { $0.hasTrapped = true } }

  /// Returns when the process is over, and not before.
  func hang() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.isOver { state.hanging.append(continuation) }
        return state.isOver
      }
      if isOver { continuation.resume() }
    }
  }

  func end() {
    let hanging = state.withLock { state in
      state.isOver = true
      defer { state.hanging = [] }
      return state.hanging
    }
    for continuation in hanging { continuation.resume() }
  }
}
