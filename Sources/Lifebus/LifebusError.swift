/// Why the bus did not do what it was asked.
///
/// What a handler throws is never one of these: it is an outcome.
public enum LifebusError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The bus is shut down, or is shutting down.
  case closed
  /// The event was not accepted, for the reason that the text gives.
  case refused(String)
  /// The ledger cannot keep the event, for the reason that the text gives: durable handlers do not get it.
  case notStored(String)
  /// A call waits for what depends on that call itself; the text names the way.
  case wouldDeadlock(String)
  /// A registration contradicts itself or another one, as the text says.
  case registration(String)

  /// The reason in words.
  public var description: String {
    switch self {
    case .closed: "the bus is shut down: nothing more is accepted"
    case .notStored(let reason): "the event is not stored: \(reason)"
    case .refused(let reason), .wouldDeadlock(let reason), .registration(let reason): reason
    }
  }
}
