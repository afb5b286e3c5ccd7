internal import Lifebus

/// A window that the bus knows of: it ends when nobody has this object any more, and so once.
final class OpenScene: Sendable {
  let id: SceneID
  private let bus: LifecycleBus
  private let names: SceneNames

  /// Opens a scene; one without a name of its own gets one.
  init(_ name: SceneID?, on bus: LifecycleBus) {
    self.bus = bus
    names = bus.companion(SceneNames())
    id = names.take(name)
  }

  deinit {
    bus.report(.ended, scene: id)
    names.giveBack(id)
  }
}
