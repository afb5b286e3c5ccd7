import CLifebusSystem
import LifebusSystem

/// The end of a process that somebody else has started.
final class ProcessEnd: Sendable {
  private let watch: Descriptor

  init(_ process: Int32) throws {
    watch = Descriptor(raw: try SystemError.check { lifebus_watch_process(process) })
  }

  deinit { watch.close() }

  /// Waits for it, so long at most.
  func comes(within limit: Duration) -> Bool { (try? Descriptor.wait(reading: [watch], within: limit))?.isEmpty == false }
}
