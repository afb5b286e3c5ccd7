internal import Lifebus

/// A run in the order in which it happened: what a scenario is made of.
///
/// The order is the activity's. Times are whole milliseconds on the bus's clock.
struct Chronicle: Sendable {
  /// Something that has a place of its own in virtual time.
  struct Moment: Equatable, Sendable {
    enum What: Equatable, Sendable {
      case line(RecordedLine)
      case end(call: Int)
      case gateTimedOut(HandlerID)
    }

    let what: What
    let time: Int
  }

  /// One call of a handler.
  struct Call: Equatable, Sendable {
    enum Ending: Equatable, Sendable {
      /// It has not returned.
      case open
      case returned
      case failed
      /// Its limit has cut it off.
      case timedOut
      /// It did not return in its grace either; true: it came back later.
      case stuck(returned: Bool)
      /// A verdict, the moment's, or the shutdown has cut it off.
      case cut(at: Int?)
    }

    let handler: HandlerID
    let sequence: Int
    let kind: String
    let attempt: Int
    let isReplayed: Bool
    let startedAt: Duration
    /// The moments before its begin.
    let before: Int
    /// Whole milliseconds.
    var duration = 0
    var ending = Ending.open
  }

  /// `expect`'s reports about events, by word.
  var reports: [String: Int] = [:]
  /// `expect`'s reports about handlers, by word and handler.
  var handlerReports: [String: [HandlerID: Int]] = [:]
  var outcomes: [HandlerID: [String: Int]] = [:]

  var moments: [Moment] = []
  var calls: [Call] = []
  var events: [RecordedEvent] = []
  /// The moment at which an event was published, by its sequence number.
  var momentOfEvent: [Int: Int] = [:]
  /// The events that a handler was given.
  var wanted: [HandlerID: Set<Int>] = [:]
  /// The handlers that were registered after the launch, with the first event that came then.
  var joined: [HandlerID: Int] = [:]
  /// The handlers that were unregistered.
  var left: Set<HandlerID> = []
  var phases: [String] = []
  var entries = 0
  var exits = 0
  /// Deliveries that had no outcome at the end, calls that ran aside.
  var held: [HandlerID: Int] = [:]
  /// The handlers that a gate or another handler held back at the end.
  var heldBack: Set<HandlerID> = []
  var launchMoment: Int?
  var isShutDown = false

  /// Events for which a handler was called, by kind.
  func deliveries(of handler: HandlerID) -> [String: Int] { count(handler) { $0.attempt == 1 } }

  /// True for a handler that had something left, and nothing to wait for but its turn.
  func isAboutToCall(_ handler: HandlerID) -> Bool {
    guard held[handler, default: 0] > 0, !heldBack.contains(handler) else { return false }
    let last = calls.last { $0.handler == handler }?.ending
    return last != .open && last != .stuck(returned: false)
  }

  func attempts(of handler: HandlerID) -> [String: Int] { count(handler) { _ in true } }

  private func count(_ handler: HandlerID, where isCounted: (Call) -> Bool) -> [String: Int] {
    calls.reduce(into: [:]) { counts, call in
      if call.handler == handler, isCounted(call) { counts[call.kind, default: 0] += 1 }
    }
  }
}
