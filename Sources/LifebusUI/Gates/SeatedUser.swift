internal import Lifebus

/// The user for whom a view was shown, and the gates that say whether they are still in.
///
/// The bus knows who was in when an event was published. A view that is still there after the sign-out may ask for something
/// while nobody is in, which would be whoever's comes next.
struct SeatedUser {
  private let gates: [(gate: Gate, identity: Identity)]

  init(_ seat: GateSeat, on bus: LifecycleBus) {
    gates = seat.chain.map { (bus.gate($0.gate), $0.identity) }
  }

  /// True while they are in, behind all their gates.
  var isIn: Bool { gates.allSatisfy { gate, identity in gate.current == .open(identity) } }

  /// True while another one is in, behind any of their gates.
  var isReplaced: Bool {
    gates.contains { gate, identity in
      if case .open(let other) = gate.current { other != identity } else { false }
    }
  }

  /// Checks that they are in.
  func check() throws(PermanentFailure) {
    for (gate, identity) in gates where gate.current != .open(identity) {
      throw PermanentFailure("the view that asked was \(identity)'s, and the gate '\(gate.id)' is \(gate.current)")
    }
  }
}
