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
  ///
  /// One that is first heard of in the background, or has ended and is told to be there, counts when it is shown.
  package func report(_ phase: Phase) {
    platform.launch(bus)
    guard phase != .background || scene != nil else { return }
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
  /// A view appears, and asks for its first tasks, for whoever is in.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - scope: What it is; nil for a view that only asks.
  ///   - tasks: What is to be done once; what the policy of one contradicts is a mistake in the code.
  ///   - seat: Who the view was shown to.
  package func appear(_ view: ViewIdentity, as scope: Scope?, asking tasks: [FirstTask] = [], for seat: GateSeat? = nil) {
    for task in tasks {
      do { try want(task, for: seat) } catch LifebusError.closed {
        // The bus is shut down: nothing is done any more.
      } catch { assertionFailure("\(error)") }
    }
    if let scope, let seat {
      // A view that is told to appear after its user has left is on its way out, and takes nothing along.
      guard SeatedUser(seat, on: bus).isIn else { return }
      take(scope, for: seat)
    }
    presence.appear(view, at: scope.map { Place(scope: $0, scene: open()) }, for: seat)
  }

  /// A view is of another scope now: it leaves the one that it was and appears as the other, or will when it is on the screen.
  package func change(_ view: ViewIdentity, to scope: Scope?, asking tasks: [FirstTask] = [], for seat: GateSeat? = nil) {
    if presence.has(view) { appear(view, as: scope, asking: tasks, for: seat) }
  }

  /// A view goes away.
  package func disappear(_ view: ViewIdentity) { presence.disappear(view) }

  /// A view that appears asks for a first task, for whoever is in; nothing happens if another one is by now.
  ///
  /// - Throws: What the bus has against the task's policy.
  package func want(_ task: FirstTask, for seat: GateSeat? = nil) throws {
    let user = seat.map { SeatedUser($0, on: bus) }
    guard user?.isReplaced != true else { return }
    if let seat { take(task.scope, for: seat) }
    try bus.companion(FirstTasks()).want(task.behind(seat), for: user, on: bus)
  }

  private func take(_ scope: Scope, for seat: GateSeat) {
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
