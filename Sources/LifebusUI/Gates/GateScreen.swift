package import Lifebus

/// What a launch gate shows.
package enum GateScreen: Equatable, Sendable {
  /// There is no verdict yet.
  case splash
  /// There is none within the limit.
  case late
  /// Somebody is in, or nobody is.
  case content(Verdict)

  package init(_ verdict: Verdict) {
    self =
      switch verdict {
      case .pending: .splash
      case .timedOut: .late
      case .open, .closed: .content(verdict)
      }
  }

  /// Who the screen is shown to: whoever is in behind the gate, and else whoever is behind the gates around it.
  package func seat(behind gate: HandlerID, within outer: GateSeat?) -> GateSeat? {
    guard case .content(.open(let identity)) = self else { return outer }
    return GateSeat(gate: gate, identity: identity, within: outer)
  }

  /// The identity of the views: those of one user are never another's, and a login screen stays while the reason changes.
  package var viewKey: ViewKey {
    switch self {
    case .splash: .splash
    case .late: .late
    case .content(.open(let identity)): .inside(identity)
    case .content: .outside
    }
  }

  /// What two screens have in common whose views are the same.
  package enum ViewKey: Hashable, Sendable {
    case splash
    case late
    case inside(Identity)
    case outside
  }
}
