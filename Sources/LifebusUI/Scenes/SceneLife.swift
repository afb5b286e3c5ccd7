package import Lifebus

/// One window's life, as its root view or its scene tells it: the launch, its phases, what is present in it, its end.
///
/// Whoever makes one and drops it unused, as SwiftUI does with the first values of a view's state, has changed nothing: the
/// window is known to the bus from the first report or the first appearance on.
@MainActor
package final class SceneLife {
  package let bus: LifecycleBus
  private let name: SceneID?
  private let platform: Platform
  private var scene: OpenScene?
  private lazy var presence = Presence(bus: bus)

  package init(_ name: SceneID? = nil, on bus: LifecycleBus, platform: Platform) {
    self.bus = bus
    self.name = name
    self.platform = platform
  }

  /// Reports the window's phase, after the launch if there was none.
  package func report(_ phase: Phase) {
    platform.launch(bus)
    let scene = open()
    let report = { [bus] in bus.report(SceneReport(phase), scene: scene) }
    if phase == .background, let time = platform.backgroundTime { time.cover(report) } else { _ = report() }
  }

  /// The window is closed: it counts no more, and nothing is present in it.
  ///
  /// It may come again.
  package func end() {
    presence.clear()
    scene = nil
  }

  private func open() -> SceneID {
    let open = scene ?? OpenScene(name, on: bus)
    scene = open
    return open.id
  }
}

extension SceneLife {
  /// A view appears, for whoever is in.
  package func appear(_ view: ViewIdentity, as scope: Scope, for seat: GateSeat? = nil) {
    take(scope, for: seat)
    presence.appear(view, at: Place(scope: scope, scene: open()), for: seat)
  }

  /// A view goes away.
  package func disappear(_ view: ViewIdentity) { presence.disappear(view) }

  /// A view that appears asks for a first task, for whoever is in.
  ///
  /// - Throws: What the bus has against the task's policy.
  package func want(_ task: FirstTask, for seat: GateSeat? = nil) throws {
    take(task.scope, for: seat)
    let user = seat.map { SeatedUser($0, on: bus) }
    try bus.companion(FirstTasks()).want(task.behind(seat), for: user, on: bus)
  }

  private func take(_ scope: Scope, for seat: GateSeat?) {
    guard let seat else { return }
    bus.companion(ScopeOwners()).take(scope, for: seat, on: bus)
  }
}

extension SceneReport {
  fileprivate init(_ phase: Phase) {
    self =
      switch phase {
      case .active: .active
      case .inactive: .inactive
      case .background: .background
      }
  }
}
