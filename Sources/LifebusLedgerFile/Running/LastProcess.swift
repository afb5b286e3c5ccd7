package import Lifebus

/// What is known of the process that had the ledger before.
package struct LastProcess: Sendable {
  /// How a process ends.
  package enum End: Equatable, Sendable {
    /// By ``Ledger/close()``.
    case inOrder
    /// From outside, or by a loss of power.
    case killed
    /// By a fatal signal of its own.
    case crashed(signal: Int32)
  }

  /// Its number, counted from 1.
  package let number: Int
  /// How it ended.
  package let end: End
  /// What ran then.
  package let runs: [HandlerID: RunFound]
  /// The deliveries that were done, in order; the database may have some of them.
  package let ends: [NotedEnd]
  /// The commits that the database must have.
  package let commits: Int

  /// Whether what a handler's call ran for is done: the call had returned.
  func isDone(_ run: RunFound, of handler: HandlerID) -> Bool {
    ends.contains { $0.handler == handler && $0.sequence == run.sequence }
  }
}
