import Foundation
import Lifebus

/// A handler that keeps its thread until it is let go.
actor Blocker: LifecycleHandler {
  nonisolated let id: HandlerID = "blocker"
  private nonisolated let semaphore = DispatchSemaphore(value: 0)

  func block() { semaphore.wait() }
  nonisolated func letGo() { semaphore.signal() }
}
