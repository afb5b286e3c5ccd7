package import Lifebus

/// Who is in behind a gate, for the views that are shown to them.
package struct GateSeat: Hashable, Sendable {
  package let gate: HandlerID
  package let identity: Identity

  package init(gate: HandlerID, identity: Identity) {
    self.gate = gate
    self.identity = identity
  }

  /// True if the other one is another identity's behind the same gate.
  func isTaken(by other: GateSeat?) -> Bool { gate == other?.gate && identity != other?.identity }
}

/// The user for whom a view was shown, and the gate that says whether they are still in.
///
/// The bus knows who was in when an event was published. A view that is still there after the sign-out may ask for something
/// while nobody is in, which would be whoever's comes next.
struct SeatedUser {
  let gate: Gate
  let identity: Identity

  init(_ seat: GateSeat, on bus: LifecycleBus) {
    gate = bus.gate(seat.gate)
    identity = seat.identity
  }

  /// Checks that nobody else is in by now.
  func check() throws(PermanentFailure) {
    guard gate.current != .open(identity) else { return }
    throw PermanentFailure("the view that asked was \(identity)'s, and the gate '\(gate.id)' is \(gate.current)")
  }
}
