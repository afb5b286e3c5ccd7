/// Thrown by a handler's body: the delivery has failed for good, and is not tried again, whatever the handler's policy says.
public struct PermanentFailure: Error, Hashable, CustomStringConvertible {
  /// The reason, which becomes the outcome's.
  public let description: String

  /// Creates a failure with its reason.
  public init(_ reason: String) { description = reason }
}

/// Thrown by the body of a handler that runs elsewhere: no clause of it wants the event after all, and its cursor passes it.
package struct CallUnwanted: Error {
  package init() {}
}

/// Thrown by the body of a handler that runs elsewhere: what ran it has died, and the delivery has not failed by that.
///
/// It is called again, as the next attempt; one that is called at most once is `interrupted`.
package struct CallCrashed: Error, CustomStringConvertible {
  package let description: String

  package init(_ reason: String) { description = reason }
}
