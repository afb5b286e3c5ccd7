internal import Lifebus

/// Who is in while a run runs.
struct Visit: Sendable {
  /// Nil: there is no gate.
  let user: Identity?
  private let decision: Gate.Decision

  /// Asks the gate; an error if it has just closed.
  init(_ gate: Gate) throws(SyncError) {
    // First, so that no verdict comes unseen between the two.
    decision = gate.decide()
    switch gate.current {
    case .open(let identity): user = identity
    case .pending: user = nil
    case .closed, .timedOut: throw .userChanged
    }
  }

  /// True as soon as somebody has left or come.
  var isOver: Bool { decision.isOvertaken }

  /// Sees to it that nobody has left or come, and that the run is to go on.
  func check() throws {
    try Task.checkCancellation()
    guard !isOver else { throw SyncError.userChanged }
  }
}
