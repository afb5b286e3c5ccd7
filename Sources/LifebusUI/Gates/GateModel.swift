package import Lifebus
internal import Observation

/// Follows a gate for the views that it decides on.
@MainActor @Observable
package final class GateModel {
  private var followed: GateScreen?
  @ObservationIgnored private var isFollowing = false

  package init() {}

  /// What is to be shown: also in the first frame, before anything is followed.
  ///
  /// A gate that has no verdict yet is late when it was before: a view that is made anew does not show its splash again.
  package func screen(of gate: Gate?) -> GateScreen {
    // Read in any case: the view is to hear of its change.
    let followed = followed
    if !isFollowing, let gate, gate.current != .pending { return GateScreen(gate.current) }
    return followed ?? .splash
  }

  /// Follows the gate's verdicts until the task is cancelled or the bus is shut down; then the last one counts, as it stands.
  ///
  /// - Parameters:
  ///   - gate: The gate.
  ///   - limit: How long the splash may stay; nil: as long as the gate's own limit lets it.
  package func follow(_ gate: Gate, limit: Duration? = nil) async {
    isFollowing = true
    defer { isFollowing = false }
    do {
      var verdict = gate.current
      if verdict == .pending, let limit {
        verdict = try await gate.verdict(within: limit)
        if verdict == .pending { followed = .late }
      }
      while true {
        if verdict != .pending { followed = GateScreen(verdict) }
        verdict = try await gate.verdict(otherThan: verdict)
      }
    } catch {
      // Cancelled, or shut down.
    }
  }
}
