internal import Lifebus
internal import Synchronization

/// All that was seen while a scenario was played: what the handlers wrote down, and what the bus told.
final class Recording: Sendable {
  /// More calls than these are none that somebody means (100 000 calls).
  static let callLimit = 100_000

  /// A call that has begun.
  struct Ticket: Sendable {
    let index: Int
    /// How many calls for the clause were before it, in the whole file.
    let number: Int
    /// True for a call beyond the limit, which must do nothing.
    let isOneTooMany: Bool
  }

  private struct ClauseID: Hashable {
    let handler: String
    let clause: Int
  }

  private struct State {
    var record = Record()
    var callsByClause: [ClauseID: Int] = [:]
  }

  private let callLimit: Int
  private let state = Mutex(State())

  init(callLimit: Int) {
    self.callLimit = callLimit
  }

  var record: Record { state.withLock { $0.record } }

  var isFull: Bool { state.withLock { $0.record.calls.count > callLimit } }

  /// True when the shutdown of the process that lives has ended.
  var isShutDown: Bool { state.withLock { $0.record.isShutDown } }

  func begin(_ call: PlayedCall) -> Ticket {
    state.withLock { state in
      let clause = ClauseID(handler: call.handler, clause: call.clause)
      let number = state.callsByClause[clause, default: 0]
      state.callsByClause[clause] = number + 1
      let index = state.record.begin(call)
      return Ticket(index: index, number: number, isOneTooMany: index >= callLimit)
    }
  }

  func end(_ ticket: Ticket, at time: Int) { state.withLock { $0.record.end(ticket.index, at: time) } }

  func stop(_ handler: String, at time: Int) { state.withLock { $0.record.stop(handler, at: time) } }

  func take(_ activity: Activity, at time: Int) { state.withLock { $0.record.take(activity, at: time) } }

  func shutDown(_ report: ShutdownReport, at time: Int) { state.withLock { $0.record.shutDown(report, at: time) } }

  /// Writes down that a line is applied.
  func apply(_ line: ScenarioLine, at time: Int) { state.withLock { $0.record.apply(line.number, line.text, at: time) } }

  /// Writes down what the player does.
  func note(_ text: String, at time: Int) { state.withLock { $0.record.note(text, at: time) } }

  /// The process is over: what ran in it has no end.
  func endProcess() { state.withLock { $0.record.endProcess() } }
}
