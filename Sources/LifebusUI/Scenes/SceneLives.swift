package import Lifebus

/// The windows of an application that tells of them one by one, by whatever it knows them by.
@MainActor
package final class SceneLives<Key: Hashable> {
  private let bus: LifecycleBus
  private let platform: Platform
  private var lives: [Key: SceneLife] = [:]

  package init(on bus: LifecycleBus, platform: Platform) {
    self.bus = bus
    self.platform = platform
  }

  /// Launches the bus, unless it has been.
  package func launch() { platform.launch(bus) }

  /// Reports a window's phase; one that is first heard of in the background counts when it is shown.
  package func report(_ phase: Phase, of key: Key) {
    guard lives[key] != nil || phase != .background else { return }
    let life = lives[key] ?? SceneLife(on: bus, platform: platform)
    lives[key] = life
    life.report(phase)
  }

  /// A window is closed.
  package func end(_ key: Key) { lives.removeValue(forKey: key)?.end() }
}
