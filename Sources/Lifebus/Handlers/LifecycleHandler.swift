/// An actor that handles events.
///
/// | what the bus does | what the handler sees |
/// |---|---|
/// | `register` | nothing; its clauses say which events it wants |
/// | an event that it wants is published | one call of the first clause that matches, on its own actor |
/// | more events come while a call runs, also while it awaits | nothing; they wait, in order |
/// | its call throws, or is cut off by its timeout | the next event, unless its policy says to try again |
/// | `unregister` | nothing more; a call that runs ends as it ends |
/// | `shutdown` | what it has left, then ``stop()`` |
public protocol LifecycleHandler: Actor {
  /// The name by which the handler is registered; the same name registered again replaces the handler.
  nonisolated var id: HandlerID { get }

  /// Called once, last, when the bus shuts down; handlers that come after this one are stopped before it.
  func stop() async
}

extension LifecycleHandler {
  /// Does nothing.
  public func stop() async {}
}

/// The name of a handler, unique in its bus.
public struct HandlerID: TextID, Comparable {
  /// The name's text.
  public let rawValue: String

  /// Creates a name from a text.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  /// By text.
  public static func < (left: HandlerID, right: HandlerID) -> Bool { left.rawValue < right.rawValue }
}
