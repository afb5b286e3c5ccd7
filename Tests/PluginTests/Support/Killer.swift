import Lifebus
import Synchronization

/// Ends a bus as a killed process ends, at an instant that a plugin or a ledger reaches.
final class Killer: Sendable {
  private let bus = Mutex<LifecycleBus?>(nil)
  private let (deaths, continuation) = AsyncStream<Void>.makeStream()

  /// Says whose bus it is; the bus goes with its death.
  func aim(at bus: LifecycleBus) { self.bus.withLock { $0 = bus } }

  func kill() {
    guard let bus = bus.withLock({ $0.take() }) else { return }
    bus.vanish()
    continuation.yield()
  }

  /// Waits until the bus is dead.
  func death() async {
    for await _ in deaths { return }
  }
}
