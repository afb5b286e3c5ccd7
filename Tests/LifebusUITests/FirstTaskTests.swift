import Lifebus
import LifebusTestKit
import LifebusUI
import Testing

@Suite(.timeLimit(.minutes(1))) @MainActor struct FirstTaskTests {
  let screen: Screen
  let window: SceneLife
  let loader: Loader

  init() throws {
    screen = try Screen()
    window = screen.activeWindow()
    loader = Loader(on: screen.clock)
  }

  private func home(_ loader: Loader) -> FakeView {
    FakeView(window: window, scope: "home", tasks: [loader.task("home")])
  }

  @Test func `A view that appears five times loads once`() async throws {
    let home = home(loader)
    for _ in 1...5 {
      home.onAppear()
      home.onDisappear()
    }
    try await screen.bus.idle()
    #expect(loader.begun == 1)
  }

  @Test func `A view that is rebuilt with a new identity, in whatever order, still loads once`() async throws {
    let home = home(loader)
    home.onAppear()
    try await screen.bus.idle()
    let second = home.rebuilt()
    second.onAppear()
    home.onDisappear()
    second.onDisappear()
    second.rebuilt().onAppear()
    try await screen.bus.idle()
    #expect(loader.begun == 1)
  }

  @Test func `A first task whose view goes away after 100 ms is not cancelled, and completes once`() async throws {
    let loader = Loader(on: screen.clock, taking: .milliseconds(300))
    let home = home(loader)
    home.onAppear()
    await screen.clock.sleeps(1)
    screen.clock.advance(by: .milliseconds(100))
    home.onDisappear()
    screen.clock.advance(by: .milliseconds(100))
    home.onAppear()
    screen.clock.advance(by: .milliseconds(100))
    try await screen.bus.idle()
    #expect(loader.begun == 1)
    #expect(loader.loaded == 1)
    #expect(!loader.wasCancelled)
  }

  @Test func `One that fails runs again at the next appearance, and no more once it is done`() async throws {
    let home = home(loader)
    loader.failures = 1
    for _ in 1...3 {
      home.onAppear()
      try await screen.bus.idle()
      home.onDisappear()
    }
    #expect(loader.begun == 2)
    #expect(loader.loaded == 1)
  }

  @Test func `One that fails is tried again at once where its policy says so`() async throws {
    loader.failures = 1
    let policy = Policy(retry: Retry(attempts: 2, delay: .zero))
    FakeView(window: window, scope: "home", tasks: [loader.task("home", policy: policy)]).onAppear()
    try await screen.bus.idle()
    #expect(loader.begun == 2)
    #expect(loader.loaded == 1)
  }

  @Test func `A view that is to ask for another task while it is hidden asks for it when it is shown`() async throws {
    var feed = FakeView(window: window, scope: nil, tasks: [loader.task("article/1")])
    feed.onAppear()
    feed.onDisappear()
    feed.onChange(of: nil, asking: [loader.task("article/2")])
    try await screen.bus.idle()
    #expect(loader.begun == 1)
    feed.onAppear()
    feed.onChange(of: nil, asking: [loader.task("article/3")])
    try await screen.bus.idle()
    #expect(loader.begun == 3)
  }

  @Test func `A first task waits for the launch`() async throws {
    let screen = try Screen()
    let window = screen.window()
    FakeView(window: window, scope: "home", tasks: [loader.task("home")]).onAppear()
    try await screen.bus.idle()
    #expect(loader.begun == 0)
    window.report(.active)
    try await screen.bus.idle()
    #expect(loader.begun == 1)
  }

  @Test func `Of a view that was rebuilt before its task ran, the new one's work is done`() async throws {
    let screen = try Screen()
    let window = screen.window()
    let other = Loader(on: screen.clock)
    FakeView(window: window, scope: "home", tasks: [loader.task("home")]).onAppear()
    FakeView(window: window, scope: "home", tasks: [other.task("home")]).onAppear()
    window.report(.active)
    try await screen.bus.idle()
    #expect(loader.begun == 0)
    #expect(other.begun == 1)
  }

  @Test func `Several first tasks of a scope are told apart by their names`() async throws {
    let tasks = [loader.task("home", name: "feed"), loader.task("home", name: "profile")]
    let home = FakeView(window: window, scope: "home", tasks: tasks)
    home.onAppear()
    home.onAppear()
    try await screen.bus.idle()
    #expect(loader.begun == 2)
  }

  @Test func `Two first tasks are never taken for one, whatever their texts are`() {
    let anna = GateSeat(gate: "session", identity: "anna")
    let handlers = [
      loader.task("home"), loader.task("home#feed"), loader.task("home", name: "feed"), loader.task("home%23feed"),
      loader.task("home/1"), loader.task(Scope("home", instance: "1")), loader.task("home").behind(anna),
      loader.task("home|session=anna"), loader.task("home").behind(GateSeat(gate: "profile", identity: "anna")),
      loader.task("home").behind(GateSeat(gate: "session", identity: "anna|profile=kid")),
      loader.task("home").behind(GateSeat(gate: "profile", identity: "kid", within: anna)),
      loader.task("home").behind(GateSeat(gate: "session", identity: "zo\u{EB}")),
      loader.task("home").behind(GateSeat(gate: "session", identity: "zoe\u{308}")),
      loader.task("home").behind(GateSeat(gate: "session", identity: "zo%c3%ab")),
    ].map(\.handler)
    #expect(Set(handlers).count == handlers.count)
    #expect(
      loader.task(Scope("home", instance: "1"), name: "feed").behind(anna).handler == "firstTask:home/1#feed|session=anna")
  }

  @Test func `A slow first task keeps no other waiting`() async throws {
    let slow = Loader(on: screen.clock, taking: .seconds(60))
    let signal = Signal()
    try window.want(slow.task("slow"))
    await screen.clock.sleeps(1)
    try window.want(FirstTask("home") { signal.send() })
    await signal.wait()
    #expect(slow.loaded == 0)
    screen.clock.advance(by: .seconds(60))
    try await screen.bus.idle()
  }

  @Test func `Each instance of a scope has its own first task; one that is forgotten has it again`() async throws {
    for instance in ["1", "2", "1"] { try window.want(loader.task(Scope("article", instance: instance))) }
    try await screen.bus.idle()
    #expect(loader.begun == 2)
    screen.bus.forget(Scope("article", instance: "1"))
    try window.want(loader.task(Scope("article", instance: "1")))
    try await screen.bus.idle()
    #expect(loader.begun == 3)
  }

  @Test func `A task that is done, failed or was not needed any more keeps nothing`() async throws {
    for fails in [false, true, false, false] {
      let signal = Signal()
      try want(Captured(signal), fails: fails)
      try await screen.bus.idle()
      await signal.wait()
    }
  }

  private func want(_ captured: Captured, fails: Bool) throws {
    try window.want(
      FirstTask("home") {
        withExtendedLifetime(captured) {}
        if fails { throw Loader.Failure() }
      })
  }

  @Test func `However many scopes had a first task, each had it once, and few stay registered`() async throws {
    for _ in 1...2 {
      for instance in 1...100 {
        try window.want(loader.task(Scope("article", instance: "\(instance)")))
        try await screen.bus.idle()
      }
    }
    #expect(loader.begun == 100)
    #expect(screen.bus.snapshot().handlers.count < 50)
  }

  @Test func `A policy that contradicts itself is told where the task is asked for`() throws {
    let task = FirstTask("home", policy: Policy(durability: .atLeastOnce)) {}
    #expect(throws: LifebusError.self) { try window.want(task) }
  }
}
