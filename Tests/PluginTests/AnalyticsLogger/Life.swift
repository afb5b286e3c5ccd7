import Lifebus
import Synchronization

/// Whether a process lives.
final class Life: Sendable {
  private struct State {
    var end: LoggerLives.Instant?
    var kill: (@Sendable () -> Void)?
  }

  private let fate: Fate
  private let state = Mutex(State())

  init(_ fate: @escaping Fate) {
    self.fate = fate
  }

  func begin(_ bus: LifecycleBus, _ ledger: MortalLedger) {
    state.withLock {
      $0.kill = {
        ledger.die()
        bus.vanish()
      }
    }
  }

  /// Where it was killed.
  var end: LoggerLives.Instant? { state.withLock { $0.end } }

  /// Whether the process is dead when it comes to an instant; fate may kill it there.
  func isOver(at instant: LoggerLives.Instant) -> Bool {
    let kill = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.end == nil, let kill = state.kill, fate(instant) else { return nil }
      state.end = instant
      return kill
    }
    kill?()
    return end != nil
  }
}
