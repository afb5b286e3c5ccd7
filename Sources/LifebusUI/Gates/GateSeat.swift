package import Lifebus

/// Who is in behind a gate, for the views that are shown to them; and behind each gate around it.
package struct GateSeat: Hashable, Sendable {
  struct Link: Hashable {
    let gate: HandlerID
    let identity: Identity
  }

  /// From the outermost gate to the innermost.
  let chain: [Link]

  /// Creates a seat.
  ///
  /// - Parameters:
  ///   - gate: The gate.
  ///   - identity: Who is in behind it.
  ///   - outer: Who is in behind the gates around it.
  package init(gate: HandlerID, identity: Identity, within outer: GateSeat? = nil) {
    chain = (outer?.chain ?? []) + [Link(gate: gate, identity: identity)]
  }

  /// The innermost gate.
  var gate: HandlerID { chain[chain.count - 1].gate }

  /// True if the other one is another identity's behind the same gate, whichever of the gates it is.
  func isTaken(by other: GateSeat?) -> Bool {
    chain.contains { mine in
      other?.chain.contains { $0.gate == mine.gate && $0.identity != mine.identity } ?? false
    }
  }
}
