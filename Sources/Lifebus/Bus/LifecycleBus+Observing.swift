/// Waiting until nothing moves, and looking at what the bus does.
extension LifecycleBus {
  /// Waits until nothing can move by itself: every delivery has ended, or is held by a gate that has a verdict, or waits
  /// behind a stuck call.
  ///
  /// Never wait for it in a handler's call, which is itself what moves.
  ///
  /// - Throws: `CancellationError` if the calling task is cancelled.
  public func idle() async throws {
    _ = try await core.wait { machine, waiter, effects in machine.awaitIdle(until: nil, waiter, &effects) }
  }

  /// Waits until nothing can move by itself, or for so long.
  ///
  /// - Returns: False if something could still move when the time was over.
  /// - Throws: `CancellationError` if the calling task is cancelled.
  public func idle(within limit: Duration) async throws -> Bool {
    let deadline = now + limit
    return try await core.wait { machine, waiter, effects in machine.awaitIdle(until: deadline, waiter, &effects) }
  }

  /// How the bus stands at this instant.
  public func snapshot() -> Snapshot { core.step { machine, _, effects in machine.snapshot(&effects) } }

  /// What the bus does from now on, for one reader; each call makes another reader with a buffer of its own.
  ///
  /// While anybody reads, each delivery is recorded with its times, which makes it slower.
  public var activity: ActivityStream { activity(buffering: nil) }

  /// The same for a reader with a bound of its own.
  ///
  /// - Parameter limit: Items that may wait for the reader; beyond this the oldest goes. nil: ``Limits/activityBuffer``.
  /// - Returns: The reader's stream.
  public func activity(buffering limit: Int?) -> ActivityStream {
    ActivityStream(core: core, reader: core.step { machine, now, effects in machine.addReader(limit, now, &effects) })
  }
}
