import Foundation
import Lifebus

/// What one handler does to the others' cost.
enum Trouble: String, CaseIterable {
  case none = "does as they do"
  case slow = "sleeps for 1 ms"
  case failing = "throws"
  case hanging = "does not return"
  case blocking = "blocks a thread of its own for 1 ms"

  /// How the handler is treated.
  var policy: Policy {
    switch self {
    case .none, .slow, .failing: Policy(timeout: .seconds(10))
    case .hanging: Policy(timeout: .milliseconds(5), grace: .milliseconds(5))
    case .blocking: Policy(timeout: .seconds(10), runsOn: .ownThread)
    }
  }

  /// Registers a handler that makes the trouble with each tick; one that does not return does when `held` is opened.
  func register(on bus: LifecycleBus, until held: Held) throws {
    try bus.register(Counter(7), policy: policy) { on in
      switch self {
      case .none: on(Tick.self) { counter, delivery in counter.take(delivery.event.number) }
      case .slow: on(Tick.self) { _, _ in try await Task.sleep(for: .milliseconds(1)) }
      case .failing: on(Tick.self) { _, _ in throw Failure() }
      case .hanging: on(Tick.self) { _, _ in await held.wait() }
      case .blocking: on(Tick.self) { _, _ in Thread.sleep(forTimeInterval: 0.001) }
      }
    }
  }

  private struct Failure: Error {}
}
