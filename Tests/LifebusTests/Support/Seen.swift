import Lifebus
import Synchronization

/// A handler that notes what a test wants to know.
actor Seen: LifecycleHandler {
  nonisolated let id: HandlerID
  private nonisolated let noted = Mutex<[String]>([])

  init(_ id: HandlerID = "seen") {
    self.id = id
  }

  nonisolated var notes: [String] { noted.withLock { $0 } }
  nonisolated func note(_ text: String) { noted.withLock { $0.append(text) } }
}
