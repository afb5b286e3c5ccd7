extension LifecycleBus {
  /// A delivery whose attempts are used up, of a handler whose policy says `keepsDead`.
  public struct DeadLetter: Sendable {
    /// The handler that could not handle it.
    public let handler: HandlerID
    /// The event's place in the log.
    public let sequence: Int
    /// The event.
    public let event: AnyEvent
    /// Why the last attempt failed.
    public let reason: String
  }

  /// The dead letters of a handler, oldest first; at most ``Limits/deadLetters``.
  public func deadLetters(of handler: HandlerID) -> [DeadLetter] {
    core.look { $0.deadLetters(of: handler) }
  }

  /// Delivers a dead letter again, with its attempts counted anew, before what waits for a first call.
  ///
  /// One that was published while another identity was in than is in now ends as `skipped(.identityChanged)`.
  ///
  /// - Parameters:
  ///   - sequence: The event's place in the log.
  ///   - handler: The handler.
  /// - Returns: False if there is no such dead letter, or the bus is shut down.
  @discardableResult
  public func redrive(_ sequence: Int, of handler: HandlerID) -> Bool {
    core.step { machine, _, effects in machine.redrive(sequence, of: handler, &effects) }
  }

  /// Sets a handler aside: it is not called any more, and what it would get is held, until it is released or the process ends.
  ///
  /// A call that runs ends as it ends. The ledger does not have it: the next process tries again.
  ///
  /// - Parameters:
  ///   - handler: The handler.
  ///   - reason: Why, for activity and snapshots.
  /// - Returns: False if it is not registered, or is quarantined already.
  @discardableResult
  public func quarantine(_ handler: HandlerID, because reason: String) -> Bool {
    core.step { machine, _, effects in machine.quarantine(handler, because: reason, &effects) }
  }

  /// Lifts a handler's quarantine: it gets what it has missed, and what comes; one that is not registered, when it is.
  ///
  /// - Parameter handler: The handler.
  /// - Returns: False if it is not quarantined.
  @discardableResult
  public func release(_ handler: HandlerID) -> Bool {
    core.step { machine, _, effects in machine.release(handler, &effects) }
  }

  /// Forgets a durable handler that is not registered: what the ledger has for it ends, and what it has committed is gone; its
  /// once-keys hold.
  ///
  /// - Parameter handler: The handler.
  /// - Returns: False if it is registered, the bus has no ledger, or is shut down.
  @discardableResult
  public func forget(handler: HandlerID) -> Bool {
    core.step { machine, _, effects in machine.forget(handler: handler, &effects) }
  }

  /// Gives a dead letter up.
  ///
  /// - Parameters:
  ///   - sequence: The event's place in the log.
  ///   - handler: The handler.
  /// - Returns: False if there is no such dead letter.
  @discardableResult
  public func discard(_ sequence: Int, of handler: HandlerID) -> Bool {
    core.step { machine, _, effects in machine.discard(sequence, of: handler, &effects) }
  }
}
