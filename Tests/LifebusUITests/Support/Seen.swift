import Lifebus
import Synchronization

/// A handler that notes what a test wants to know.
actor Seen: LifecycleHandler {
  nonisolated let id: HandlerID
  private nonisolated let noted = Mutex<[String]>([])

  init(_ id: HandlerID = "seen") {
    self.id = id
  }

  nonisolated func note(_ text: String) { noted.withLock { $0.append(text) } }

  /// The notes since the last question.
  nonisolated func takeNotes() -> [String] {
    noted.withLock { notes in
      defer { notes = [] }
      return notes
    }
  }

  static func text(of event: AnyEvent) -> String {
    switch event.base {
    case let changed as PhaseChanged: changed.isEntry ? "entry" : changed.isExit ? "exit" : "\(changed.to)"
    default: [event.kind, event.scope?.description].compactMap(\.self).joined(separator: " ")
    }
  }
}
