package import Lifebus

/// The windows of an application that tells of them one by one, by whatever it knows them by.
@MainActor
package final class SceneLives<Key: Hashable> {
  private struct Known { weak var life: SceneLife? }

  private let bus: LifecycleBus
  private let platform: Platform
  /// Those that were reported and have not ended.
  private var reported: [Key: SceneLife] = [:]
  /// Also those that only their views keep: a window that comes back is the same for them.
  private var known: [Key: Known] = [:]

  package init(on bus: LifecycleBus, platform: Platform) {
    self.bus = bus
    self.platform = platform
  }

  /// Launches the bus, unless it has been.
  package func launch() { platform.launch(bus) }

  /// A window's life, for the views in it.
  package func life(of key: Key) -> SceneLife {
    if let life = known[key]?.life { return life }
    let life = SceneLife(on: bus, platform: platform)
    known = known.filter { $0.value.life != nil }
    known[key] = Known(life: life)
    return life
  }

  /// Reports a window's phase.
  package func report(_ phase: Phase, of key: Key) {
    let life = life(of: key)
    reported[key] = life
    life.report(phase)
  }

  /// Reports the phases of all the windows that there are: one that was reported before and is none of them has ended.
  package func report(_ phases: [Key: Phase]) {
    // Those in use come first: where one window takes another's place, the application is not in the background in between.
    for (key, phase) in phases.sorted(by: { $0.value > $1.value }) { report(phase, of: key) }
    for key in reported.keys where phases[key] == nil { end(key) }
  }

  /// True for a window that was reported and has not ended.
  package func isReported(_ key: Key) -> Bool { reported[key] != nil }

  /// A window is closed.
  package func end(_ key: Key) {
    known[key]?.life?.end()
    reported[key] = nil
  }
}
