/// Why a handler was, or was not, called for an event, or how its delivery stands.
public struct Explanation: Sendable, CustomStringConvertible {
  /// The event's place in the log; nil: no such event is known.
  public let sequence: Int?
  /// The event's kind, as long as the bus knows the event.
  public let kind: String?
  /// How the delivery ended or stands; nil: there is none.
  public let outcome: Outcome?
  /// True if a handler of the name is, or was, there.
  public let isHandlerKnown: Bool
  /// All of it as a sentence.
  public let description: String
}

extension LifecycleBus {
  /// Says why a handler was, or was not, called for an event, or how its delivery stands.
  ///
  /// The bus can tell for events that still wait somewhere, and for the last 1 024 and more of the log.
  ///
  /// - Parameters:
  ///   - sequence: The event's place in the log.
  ///   - handler: The handler.
  /// - Returns: What is known, with a sentence.
  public func explain(_ sequence: Int, to handler: HandlerID) -> Explanation {
    core.step { machine, _, effects in machine.explain(sequence, to: handler, &effects) }
  }

  /// Says the same of an event by its id, as long as the id is remembered.
  ///
  /// - Parameters:
  ///   - id: The event's given id.
  ///   - handler: The handler.
  /// - Returns: What is known, with a sentence.
  public func explain(_ id: EventID, to handler: HandlerID) -> Explanation {
    core.step { machine, _, effects in machine.explain(id, to: handler, &effects) }
  }
}
