import Lifebus
import LifebusTestKit
import LifebusUI
import Testing

@Suite(.timeLimit(.minutes(1))) @MainActor struct SceneTests {
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

  @Test func `A window that has ended and is told to be in the background stays so, and comes again when it is shown`()
    async throws
  {
    let window = screen.activeWindow()
    _ = try await screen.news()
    window.end()
    window.report(.background)
    #expect(screen.bus.snapshot().phase == .background)
    let other = screen.window()
    other.report(.active)
    other.appear(ViewIdentity(), as: "home")
    #expect(try await screen.news() == ["exit", "entry", "firstAppear home", "appear home"])
    other.end()
    window.report(.background)
    window.report(.active)
    #expect(try await screen.news() == ["exit", "entry"])
  }

  @Test func `A window that has ended gives its name back, also where it is told to be in the background then`() async throws {
    let scenes = Seen("scenes")
    try screen.bus.register(scenes) { on in on(PhaseChanged.self) { scenes, delivery in scenes.note("\(delivery.event.scene)") }
    }
    let first = screen.window()
    first.report(.active)
    first.end()
    first.report(.background)
    let second = screen.window()
    second.report(.active)
    try await screen.bus.idle()
    #expect(scenes.takeNotes() == ["main", "main", "main"])
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

  @Test func `Windows of one group, which all have its name, count each for itself`() async throws {
    let scenes = Seen("scenes")
    try screen.bus.register(scenes) { on in on(Appear.self) { scenes, delivery in scenes.note("\(delivery.event.place.scene)") }
    }
    let editors = [screen.window("editor"), screen.window("editor")]
    for editor in editors {
      editor.report(.active)
      editor.appear(ViewIdentity(), as: "page")
    }
    editors[0].end()
    #expect(try await screen.news() == ["entry", "firstAppear page", "appear page", "appear page"])
    #expect(scenes.takeNotes() == ["editor", "editor-2"])
    editors[1].end()
    #expect(try await screen.news() == ["exit"])
  }

  @Test(
    arguments: [
      (false, false, [.inactive], .user), (false, true, [.inactive], .user), (true, false, [.background], .background),
      (true, true, [.background], .prewarm), (true, false, nil, .background), (true, true, nil, .prewarm),
      (true, false, [], .unknown), (true, true, [], .unknown), (true, false, [nil], .unknown), (false, true, nil, .user),
      (true, true, [.background, .inactive], .user), (true, true, [nil, .inactive], .user),
    ] as [(Bool, Bool, [Phase?]?, Launch.Cause)])
  func `A start in advance or in the background is told where the system lets one tell, and never made of a person's`(
    _ isInBackground: Bool, _ isMarked: Bool, _ scenes: [Phase?]?, _ cause: Launch.Cause
  ) {
    let surroundings = Surroundings(environment: isMarked ? ["ActivePrewarm": "1"] : ["ActivePrewarm": "0"])
    #expect(surroundings.launchCause(isInBackground: isInBackground, scenes: scenes) == cause)
  }

  @Test func `Previews and tests are no launch, in whatever way they are run`() {
    #expect(Surroundings(environment: ["XCODE_RUNNING_FOR_PREVIEWS": "1"]).isRehearsal)
    for variable in ["XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier"] {
      #expect(Surroundings(environment: [variable: ""], program: "Reader").isRehearsal)
    }
    for program in ["xctest", "swiftpm-testing-helper", "readerPackageTests.xctest"] {
      #expect(Surroundings(environment: [:], program: program).isRehearsal)
    }
    #expect(!Surroundings(environment: ["XCODE_RUNNING_FOR_PREVIEWS": "0"], program: "Reader").isRehearsal)
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

  @Test func `A ledger is opened when the device is unlocked, and at once where it is, whoever has launched the bus`()
    async throws
  {
    for isUnlocked in [true, false] {
      let ledger = LockedLedger(MemoryLedger())
      let screen = try Screen { try LifecycleBus(clock: $0, ledger: ledger, version: "1", opening: .whenPossible) }
      let kept = Seen("kept")
      try screen.bus.register(kept, policy: Policy(durability: .atLeastOnce)) { on in
        on(Launch.self) { kept, _ in kept.note("launch") }
      }
      screen.bus.post(Launch(cause: .background))
      var observers: [@MainActor @Sendable () -> Void] = []
      let platform = Platform(
        launchCause: { .user },
        whenUnlocked: { body in
          if isUnlocked { body() }
          observers.append(body)
        })
      if isUnlocked { ledger.unlock() }
      for _ in 1...2 { screen.window(platform: platform).report(.background) }
      #expect(observers.count == 1)
      ledger.unlock()
      if !isUnlocked { observers[0]() }
      try await screen.bus.idle()
      #expect(kept.takeNotes() == ["launch"])
    }
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

  @Test func `The views in a window are in the scene of it that its application tells of, also when it comes back`()
    async throws
  {
    let lives = SceneLives<String>(on: screen.bus, platform: Platform(launchCause: { .user }))
    let places = Seen("places")
    try screen.bus.register(places) { on in
      on(Appear.self) { places, delivery in places.note("\(delivery.event.place.scene)") }
    }
    lives.report(.active, of: "left")
    let right = lives.life(of: "right")
    right.appear(ViewIdentity(), as: "home")
    lives.report(.active, of: "right")
    lives.end("left")
    lives.end("right")
    #expect(try await screen.news() == ["entry", "firstAppear home", "appear home", "exit"])
    lives.report(.active, of: "right")
    right.appear(ViewIdentity(), as: "home")
    lives.life(of: "right").appear(ViewIdentity(), as: "profile")
    try await screen.bus.idle()
    #expect(places.takeNotes() == ["window-2", "main", "main"])
    right.end()
  }

  @Test func `A window that takes another's place is no exit, and one that is there no more has ended`() async throws {
    let lives = SceneLives<Int>(on: screen.bus, platform: Platform(launchCause: { .user }))
    for _ in 1...20 {
      lives.report([1: .active, 2: .background, 3: .background])
      lives.report([1: .background, 2: .active, 3: .background])
    }
    #expect(try await screen.news() == ["entry"])
    #expect(lives.isReported(1))
    lives.report([1: .background])
    #expect(try await screen.news() == ["exit"])
    #expect(!lives.isReported(2))
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
