import Lifebus
import LifebusUI
import Observation

/// What a launch gate shows one after another, as a view that is drawn anew with each change of its model.
@MainActor
final class Shown {
  let model = GateModel()
  private let gate: Gate
  private let signal = Signal()
  private(set) var screens: [GateScreen] = []

  init(_ gate: Gate) {
    self.gate = gate
    draw()
  }

  func follow(limit: Duration? = nil) { model.follow(gate, limit: limit) }

  /// Waits until it was drawn anew.
  func change() async { await signal.wait() }

  private func draw() {
    let screen = withObservationTracking {
      model.screen(of: gate)
    } onChange: {
      Task { @MainActor in
        self.draw()
        self.signal.send()
      }
    }
    if screens.last != screen { screens.append(screen) }
  }
}
