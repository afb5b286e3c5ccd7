import Lifebus
import LifebusTestKit
import LifebusUI

/// A bus with windows whose views are told of as SwiftUI does.
@MainActor
struct Screen {
  let clock = ManualClock()
  let bus: LifecycleBus
  let log: Seen

  init(_ bus: (ManualClock) throws -> LifecycleBus = { LifecycleBus(clock: $0) }) throws {
    self.bus = try bus(clock)
    let log = Seen("log")
    try self.bus.register(log) { on in
      on(AnyEvent.self) { log, delivery in log.note(Seen.text(of: delivery.event)) }
    }
    self.log = log
  }

  func window(_ name: SceneID? = nil, platform: Platform = Platform(launchCause: { .user })) -> SceneLife {
    SceneLife(name, on: bus, platform: platform)
  }

  /// A window that was launched and is in use.
  func activeWindow() -> SceneLife {
    let window = window()
    window.report(.inactive)
    window.report(.active)
    return window
  }

  /// What was delivered since the last question, without first tasks' own events and the launch.
  func news() async throws -> [String] {
    try await bus.idle()
    return log.takeNotes().filter { !$0.hasPrefix("custom:firstTask") && $0 != "launch" }
  }
}

/// A view as SwiftUI has it: a value that is told when it appears and goes, with a state that lasts as long as its identity.
@MainActor
struct FakeView {
  let window: SceneLife
  var scope: Scope?
  var seat: GateSeat?
  var tasks: [FirstTask] = []
  let identity = ViewIdentity()

  func onAppear() { window.appear(identity, as: scope, asking: tasks, for: seat) }

  /// The view is the same, and of another scope.
  mutating func onChange(of scope: Scope?, asking tasks: [FirstTask] = []) {
    self.scope = scope
    self.tasks = tasks
    window.change(identity, to: scope, asking: tasks, for: seat)
  }

  func onDisappear() { window.disappear(identity) }

  /// The same view in the code, with another identity and a new state.
  func rebuilt() -> FakeView { FakeView(window: window, scope: scope, seat: seat, tasks: tasks) }
}
