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
  /// True if the system was not started since.
  let isOfThisBoot: Bool

  /// Whether it tells all that was called since a database was written last: it is no older than that.
  ///
  /// A process may have ended between a commit and the note of it; others may have ended when each had made the one commit by
  /// which it begins, and perhaps noted that, before anything was called.
  func tellsAll(since position: Position) -> Bool {
    let (processes, missing) = (position.process - number, position.commits - commits)
    return processes >= 0 && (!isOfThisBoot || (0...processes + 1).contains(missing))
  }

  /// Whether what a handler's call ran for is done: the call had returned.
  func isDone(_ run: RunFound, of handler: HandlerID) -> Bool {
    ends.contains { $0.handler == handler && $0.sequence == run.sequence }
  }
}
