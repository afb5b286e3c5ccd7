import LifebusHandlerText

@testable import Lifebus
@testable import LifebusTestKit

/// What a scenario's input implies, told without the bus: which events there are, in which order, who wants them, and whose
/// they are.
struct Implied {
  /// An event that must be in the log.
  struct Event {
    let process: Int
    let kind: EventKind
    /// `KIND(WHAT)`.
    let text: String
    var place: Place?
    var generation = 0
    var change: Change?
    var cause: Launch.Cause?
    var key: String?
    var session = 0
  }

  /// A change of the app's phase.
  struct Change {
    let from: Phase
    let to: Phase
    let isEntry: Bool
    let isExit: Bool
    let scene: String
  }

  /// An event that a handler must be given, or excused from.
  struct Delivery {
    let handler: Int
    let event: Int
    /// Nil for what is kept for a reserved handler that has not come, or whose clauses do not match it.
    var clause: Int?
    /// Who was in at its publication; nil: nobody's.
    let owner: String?
    /// The `register` line by which a late handler was given it as a fact.
    var replayedAt: Int?
    /// True once its handler has come and does not want it.
    var isPassed = false
  }

  /// How a gate stands by the lines up to one.
  typealias Gates = [String: String]

  var events: [Event] = []
  var deliveries: [Delivery] = []
  var phases: [String] = []
  var entries = 0
  var exits = 0
  var counts: [String: Int] = [:]
  /// By the number of a line, from 0: who is in at each gate that is open.
  var gates: [Gates] = [[:], [:]]
  /// By process.
  var versions: [String] = []
  /// By process: the time by which a shutdown has ended.
  var shutdowns: [Int: Int] = [:]
  /// The `register` lines by which a handler came late, by handler.
  var arrivals: [Int: [Int]] = [:]
  /// Handlers that were unregistered, by process.
  var unregistered: [Int: Set<Int>] = [:]
}
