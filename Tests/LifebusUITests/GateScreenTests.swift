import LifebusTestKit
import LifebusUI
import Observation
import Testing

@testable import Lifebus

@Suite(.timeLimit(.minutes(1))) @MainActor struct GateScreenTests {
  let screen: Screen
  let window: SceneLife

  init() throws {
    screen = try Screen()
    window = screen.window()
  }

  /// The owner of a gate, whose store takes its time to say who is in.
  private func auth(user: Identity?, taking duration: Duration, limit: GateOptions.Limit = .after(.seconds(5))) throws -> Gate {
    let clock = screen.clock
    try screen.bus.register(Auth(), policy: Policy(gate: GateOptions(limit: limit))) { on in
      on(Launch.self) { _, delivery in
        try await clock.sleep(for: duration)
        if let user { delivery.gate?.open(user) } else { delivery.gate?.close("signed out") }
      }
    }
    return screen.bus.gate("auth")
  }

  @Test func `A signed-in user whose store takes 1.5 s sees the splash and then the main screen, and never the login`()
    async throws
  {
    let shown = Shown(try auth(user: "anna", taking: .milliseconds(1_500), limit: .none))
    shown.follow()
    window.report(.active)
    await screen.clock.sleeps(1)
    // The main actor, on which this test runs, waits for nothing meanwhile.
    #expect(shown.screens == [.splash])
    screen.clock.advance(by: .milliseconds(1_500))
    await shown.change()
    #expect(shown.screens == [.splash, .content(.open("anna"))])
  }

  @Test func `After the gate's limit the time-out view is shown, and a verdict that comes later counts`() async throws {
    let gate = try auth(user: "anna", taking: .seconds(60))
    let shown = Shown(gate)
    shown.follow()
    window.report(.active)
    await screen.clock.sleeps(2)
    screen.clock.advance(by: .seconds(5))
    await shown.change()
    #expect(shown.screens == [.splash, .late])
    gate.open("anna")
    await shown.change()
    #expect(shown.screens == [.splash, .late, .content(.open("anna"))])
  }

  @Test func `A screen may be more impatient than the gate`() async throws {
    let shown = Shown(try auth(user: nil, taking: .seconds(60), limit: .none))
    shown.follow(limit: .seconds(2))
    window.report(.active)
    await screen.clock.sleeps(2)
    screen.clock.advance(by: .seconds(2))
    await shown.change()
    #expect(shown.screens == [.splash, .late])
    screen.clock.advance(by: .seconds(58))
    await shown.change()
    #expect(shown.screens.last == .content(.closed("signed out")))
  }

  @Test func `A screen that is late stays so when its view is told to follow once more, and shows the verdict in that frame`()
    async throws
  {
    let gate = try auth(user: nil, taking: .seconds(60), limit: .none)
    let shown = Shown(gate)
    shown.follow(limit: .seconds(2))
    window.report(.active)
    await screen.clock.sleeps(2)
    screen.clock.advance(by: .seconds(2))
    await shown.change()
    shown.follow(limit: .seconds(2))
    #expect(shown.model.screen(of: gate) == .late)
    gate.open("anna")
    #expect(shown.model.screen(of: gate) == .content(.open("anna")))
  }

  @Test func `A sign-out is followed while the task of the view that began it is over, as behind a full-screen cover`()
    async throws
  {
    let gate = try auth(user: nil, taking: .zero)
    let shown = Shown(gate)
    let task = Task { shown.follow() }
    await task.value
    task.cancel()
    gate.open("anna")
    await shown.change()
    gate.close("signed out")
    await shown.change()
    #expect(shown.screens == [.splash, .content(.open("anna")), .content(.closed("signed out"))])
  }

  @Test func `A gate is followed no longer than its model is there`() async throws {
    let gate = try auth(user: nil, taking: .zero)
    let signal = Signal()
    var model: GateModel? = GateModel()
    weak let kept = model
    withObservationTracking { [model] in
      _ = model?.screen(of: gate)
    } onChange: {
      signal.send()
    }
    model?.follow(gate)
    gate.open("anna")
    await signal.wait()
    // What the main actor had to do before this has been done: it is followed again.
    await Task {}.value
    #expect(waiters == 1)
    model = nil
    #expect(kept == nil)
    #expect(waiters == 0)
  }

  /// How many tasks wait for a gate's verdict.
  private var waiters: Int { screen.bus.core.look { $0.gates.reduce(0) { $0 + $1.waiters.count } } }

  @Test func `Where a view is another gate's from now on, nothing of the first one's is shown, not even in one frame`()
    async throws
  {
    let gate = try auth(user: nil, taking: .seconds(60), limit: .none)
    let session = screen.bus.gate("session")
    let shown = Shown(session)
    shown.follow()
    session.open("anna")
    await shown.change()
    #expect(shown.screens == [.splash, .content(.open("anna"))])
    #expect(shown.model.screen(of: gate) == .splash)
    shown.model.follow(gate, limit: .seconds(1))
    #expect(shown.model.screen(of: gate) == .splash)
    #expect(shown.model.screen(of: nil) == .splash)
  }

  @Test func `A window that comes when the verdict is known shows no splash, not even before it follows the gate`() async throws
  {
    let gate = try auth(user: "anna", taking: .zero)
    gate.open("anna")
    #expect(Shown(gate).screens == [.content(.open("anna"))])
  }

  @Test func `Later sign-outs and sign-ins are followed`() async throws {
    let gate = try auth(user: "anna", taking: .zero)
    gate.open("anna")
    let shown = Shown(gate)
    shown.follow()
    await shown.change()
    for verdict in ["closed", "berta", "anna"] {
      if verdict == "closed" { gate.close() } else { gate.open(Identity(verdict)) }
      await shown.change()
    }
    #expect(
      shown.screens == [.content(.open("anna")), .content(.closed("")), .content(.open("berta")), .content(.open("anna"))])
  }

  @Test func `Following ends with the bus, and what is shown stays`() async throws {
    let gate = try auth(user: "anna", taking: .zero)
    gate.open("anna")
    let shown = Shown(gate)
    shown.follow()
    await shown.change()
    await screen.bus.shutdown()
    #expect(shown.screens == [.content(.open("anna"))])
  }

  @Test func `Each user has views of their own, and nobody's stay while the reason changes`() {
    #expect(GateScreen(.open("anna")).viewKey != GateScreen(.open("berta")).viewKey)
    #expect(GateScreen(.open("zo\u{EB}")).viewKey != GateScreen(.open("zoe\u{308}")).viewKey)
    #expect(GateScreen(.closed("expired")).viewKey == GateScreen(.closed("signed out")).viewKey)
    #expect(GateScreen(.pending) == .splash)
  }
}

private actor Auth: LifecycleHandler {
  nonisolated let id: HandlerID = "auth"
}
