import Lifebus
import LifebusTestKit
import LifebusUI
import Testing

@Suite @MainActor struct SceneTests {
  let screen: Screen

  init() throws { screen = try Screen() }

  @Test func `Two windows launch once`() async throws {
    _ = [screen.activeWindow(), screen.activeWindow()]
    try await screen.bus.idle()
    #expect(screen.log.takeNotes().count { $0 == "launch" } == 1)
  }

  @Test func `What views tell before the launch comes after it, in order`() async throws {
    let window = screen.window()
    FakeView(window: window, scope: "home").onAppear()
    window.report(.active)
    try await screen.bus.idle()
    #expect(screen.log.takeNotes() == ["launch", "firstAppear home", "appear home", "entry"])
  }

  @Test func `Launch and first activation are one entry`() async throws {
    let window = screen.window()
    for phase in [Phase.background, .inactive, .active] { window.report(phase) }
    #expect(try await screen.news() == ["inactive", "entry"])
  }

  @Test func `An alert and the notification shade are no entry, the return from the background is one`() async throws {
    let window = screen.activeWindow()
    _ = try await screen.news()
    for phase in [Phase.inactive, .active, .inactive, .active] { window.report(phase) }
    #expect(try await screen.news() == ["inactive", "active", "inactive", "active"])
    for phase in [Phase.inactive, .background, .inactive, .active] { window.report(phase) }
    #expect(try await screen.news() == ["inactive", "exit", "inactive", "entry"])
  }

  @Test func `Two windows make one phase of the application, and a closed one counts no more`() async throws {
    let left = screen.activeWindow()
    let right = screen.activeWindow()
    #expect(try await screen.news() == ["inactive", "entry"])
    left.report(.inactive)
    left.report(.background)
    #expect(try await screen.news() == [])
    right.end()
    #expect(try await screen.news() == ["exit"])
  }

  @Test func `What was present in a window that is closed is present no more, and its views' going is nothing`() async throws {
    let window = screen.activeWindow()
    let home = FakeView(window: window, scope: "home")
    home.onAppear()
    _ = try await screen.news()
    window.end()
    home.onDisappear()
    window.end()
    #expect(try await screen.news() == ["exit"])
    window.report(.active)
    home.onAppear()
    #expect(try await screen.news() == ["entry", "appear home"])
  }

  @Test func `A window that nobody has any more has ended`() async throws {
    var window: SceneLife? = screen.activeWindow()
    _ = try await screen.news()
    window?.report(.active)
    window = nil
    #expect(try await screen.news() == ["exit"])
  }

  @Test func `A life that is made and not used, as the first values of a view's state are, is no window`() async throws {
    let used = screen.activeWindow()
    for _ in 1...3 { _ = screen.window() }
    #expect(try await screen.news() == ["inactive", "entry"])
    used.end()
  }

  @Test func `Windows have names of their own, and that of a closed one is free again`() async throws {
    let scenes = Seen("scenes")
    try screen.bus.register(scenes) { on in on(Appear.self) { scenes, delivery in scenes.note("\(delivery.event.place.scene)") }
    }
    let windows = [screen.window(), screen.window("settings"), screen.window()]
    windows[0].report(.active)
    for window in windows { window.appear(ViewIdentity(), as: "home") }
    windows[0].end()
    screen.window().appear(ViewIdentity(), as: "home")
    try await screen.bus.idle()
    #expect(scenes.takeNotes() == ["main", "settings", "window-2", "main"])
  }

  @Test(
    arguments: [
      ([:], nil, .user), ([:], false, .user), ([:], true, .background), (["ActivePrewarm": "1"], true, .prewarm),
      (["ActivePrewarm": "0"], false, .user),
    ] as [([String: String], Bool?, Launch.Cause)])
  func `The environment and the system say why the process was started`(
    _ environment: [String: String], _ isInBackground: Bool?, _ cause: Launch.Cause
  ) {
    #expect(Surroundings(environment: environment).launchCause(isInBackground: isInBackground) == cause)
  }

  @Test func `Previews and tests are no launch`() {
    #expect(Surroundings(environment: ["XCODE_RUNNING_FOR_PREVIEWS": "1"]).isRehearsal)
    #expect(Surroundings(environment: ["XCTestConfigurationFilePath": "x"]).isRehearsal)
    #expect(!Surroundings(environment: ["XCODE_RUNNING_FOR_PREVIEWS": "0"]).isRehearsal)
  }

  @Test func `A ledger that was shut at the launch is opened when the device is unlocked`() async throws {
    let ledger = LockedLedger(MemoryLedger())
    let screen = try Screen { try LifecycleBus(clock: $0, ledger: ledger, version: "1", opening: .whenPossible) }
    let kept = Seen("kept")
    try screen.bus.register(kept, policy: Policy(durability: .atLeastOnce)) { on in
      on(Launch.self) { kept, _ in kept.note("launch") }
    }
    var unlocked: (@MainActor @Sendable () -> Void)?
    let platform = Platform(launchCause: { .prewarm }, whenUnlocked: { unlocked = $0 })
    screen.window(platform: platform).report(.background)
    let receipt = screen.bus.post(Custom("light"))
    #expect(try await receipt.settled() == ["log": .done])
    #expect(kept.takeNotes() == [])
    ledger.unlock()
    unlocked?()
    try await screen.bus.idle()
    #expect(kept.takeNotes() == ["launch"])
  }

  @Test func `The windows of an application that tells of them one by one make one phase`() async throws {
    let lives = SceneLives<String>(on: screen.bus, platform: Platform(launchCause: { .background }))
    lives.launch()
    lives.report(.background, of: "left")
    lives.report(.active, of: "left")
    lives.report(.inactive, of: "right")
    lives.end("left")
    lives.end("right")
    lives.end("right")
    #expect(try await screen.news() == ["entry", "inactive", "exit"])
  }

  @Test(
    arguments: [(true, true, .active), (true, false, .inactive), (false, true, .background), (false, false, .background)]
      as [(Bool, Bool, Phase)])
  func `A window on a desktop is in use when it is visible and its application is`(
    _ isVisible: Bool, _ isActive: Bool, _ phase: Phase
  ) {
    #expect(Phase(ofWindowVisible: isVisible, inActiveApplication: isActive) == phase)
  }
}
