extension LifecycleBus {
  /// Shuts the bus down: intake closes, what was accepted is delivered, handlers are stopped.
  ///
  /// When the grace ends, calls that still run are cancelled and what is left is `skipped(.leftover)`. Handlers' `stop()` comes
  /// last, in the reverse order of registration. A second call joins the first and may only shorten the grace. What was held
  /// for a launch that never came is closed.
  ///
  /// - Parameter grace: How long deliveries may still take.
  /// - Returns: What was not finished.
  @discardableResult
  public func shutdown(grace: Duration = .seconds(5)) async -> ShutdownReport {
    await core.shutDown(grace: grace)
  }
}

/// What a shutdown did not finish.
public struct ShutdownReport: Sendable, Equatable {
  /// A delivery that was not finished.
  public struct Leftover: Sendable, Equatable {
    /// The handler that did not get it, or was cut off.
    public let handler: HandlerID
    /// The event's place in the log.
    public let sequence: Int
    /// The event's kind.
    public let kind: String
    /// The event's scope.
    public let scope: Scope?
    /// True if its call was cut off; false if it was not called.
    public let wasRunning: Bool
  }

  /// The deliveries, by handler in the order of registration, then in the log's order.
  public let leftovers: [Leftover]
  /// The handlers whose `stop()` did not return within ``Limits/stopLimit``, or was not called because of another's.
  public let notStopped: [HandlerID]
}
