package import Lifebus

/// A delivery that was done, as the file of running calls has it before the database does.
package struct NotedEnd: Sendable {
  package let handler: HandlerID
  /// The event's place in the log.
  package let sequence: Int
  /// When it ended, in milliseconds since 1970.
  package let ended: Int
  /// What the handler wants kept.
  package let committed: [UInt8]?
}
