package import Lifebus
internal import Observation

/// Follows a gate for the views that it decides on, as long as it lives: also while they are hidden behind another view.
@MainActor @Observable
package final class GateModel {
  /// What was told last, of which gate.
  ///
  /// What is shown is the gate's own word: this is how views hear that it has changed.
  private var told: (gate: HandlerID, screen: GateScreen)?
  @ObservationIgnored private var following: Task<Void, Never>?

  package init() {}

  deinit { following?.cancel() }

  /// What is to be shown: also in the first frame, before anything is followed.
  package func screen(of gate: Gate?) -> GateScreen {
    // Read in any case: the view is to hear of its change.
    let told = told
    guard let gate else { return .splash }
    let verdict = gate.current
    if verdict == .pending, let told, told.gate == gate.id { return told.screen }
    return GateScreen(verdict)
  }

  /// Follows the gate's verdicts until the bus is shut down; then the last one counts.
  ///
  /// - Parameters:
  ///   - gate: The gate; one that was followed before is followed no longer.
  ///   - limit: How long the splash may stay; nil: as long as the gate's own limit lets it.
  package func follow(_ gate: Gate, limit: Duration? = nil) {
    following?.cancel()
    following = Task { [weak self] in
      do {
        if let limit, try await gate.verdict(within: limit) == .pending { self?.told = (gate.id, .late) }
        var verdict = Verdict.pending
        while true {
          verdict = try await gate.verdict(otherThan: verdict)
          self?.told = (gate.id, GateScreen(verdict))
        }
      } catch {
        // Shut down, or followed no longer.
      }
    }
  }
}
