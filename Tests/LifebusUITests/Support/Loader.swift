import Lifebus
import LifebusTestKit
import LifebusUI

/// A model whose loading takes time on a clock, and may fail.
@MainActor
final class Loader {
  struct Failure: Error {}

  private let clock: ManualClock
  private let duration: Duration
  var failures = 0
  private(set) var begun = 0
  private(set) var loaded = 0
  private(set) var wasCancelled = false

  init(on clock: ManualClock, taking duration: Duration = .zero) {
    self.clock = clock
    self.duration = duration
  }

  func load() async throws {
    begun += 1
    if duration > .zero {
      do { try await clock.sleep(for: duration) } catch {
        wasCancelled = true
        throw error
      }
    }
    guard failures == 0 else {
      failures -= 1
      throw Failure()
    }
    loaded += 1
  }

  func task(_ scope: Scope, name: String? = nil, policy: Policy = Policy()) -> FirstTask {
    FirstTask(scope, name: name, policy: policy) { try await self.load() }
  }
}
