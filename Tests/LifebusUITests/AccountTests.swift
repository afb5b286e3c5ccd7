import Lifebus
import LifebusTestKit
import LifebusUI
import Testing

@Suite(.timeLimit(.minutes(1))) @MainActor struct AccountTests {
  let screen: Screen
  let window: SceneLife
  let gate: Gate

  init() throws {
    screen = try Screen()
    try screen.bus.register(Doorkeeper(), policy: Policy(gate: GateOptions(limit: .none, onClose: .cancelRunning))) { _ in }
    gate = screen.bus.gate("auth")
    window = screen.activeWindow()
  }

  /// What the views of a main screen do for a user.
  private func home(of user: Identity, _ loader: Loader) -> FakeView {
    FakeView(
      window: window, scope: "home", seat: GateSeat(gate: "auth", identity: user), tasks: [loader.task("home")])
  }

  @Test func `After another user's sign-in the same screen is theirs: it appears first, and loads, for them`() async throws {
    let (annas, bertas) = (Loader(on: screen.clock), Loader(on: screen.clock))
    gate.open("anna")
    let annasHome = home(of: "anna", annas)
    annasHome.onAppear()
    _ = try await screen.news()
    gate.close()
    annasHome.onDisappear()
    gate.open("berta")
    home(of: "berta", bertas).onAppear()
    #expect(try await screen.news() == ["disappear home", "firstAppear home", "appear home"])
    #expect([annas.begun, bertas.begun] == [1, 1])
  }

  @Test func `Another user's screen appears for them also where the first one's views go later`() async throws {
    let (annas, bertas) = (Loader(on: screen.clock), Loader(on: screen.clock))
    gate.open("anna")
    let annasHome = home(of: "anna", annas)
    annasHome.onAppear()
    _ = try await screen.news()
    gate.open("berta")
    let bertasHome = home(of: "berta", bertas)
    bertasHome.onAppear()
    annasHome.onDisappear()
    #expect(try await screen.news() == ["disappear home", "firstAppear home", "appear home"])
    #expect([annas.begun, bertas.begun] == [1, 1])
    bertasHome.onDisappear()
    #expect(try await screen.news() == ["disappear home"])
  }

  @Test func `A first task of the first user's that does not end keeps no other's waiting`()
    async throws
  {
    let (begins, ends, done) = (Signal(), Signal(), Signal())
    gate.open("anna")
    let annas = FirstTask("home") {
      begins.send()
      await ends.waitRegardless()
    }
    try window.want(annas, for: GateSeat(gate: "auth", identity: "anna"))
    await begins.wait()
    gate.open("berta")
    try window.want(FirstTask("home") { done.send() }, for: GateSeat(gate: "auth", identity: "berta"))
    await done.wait()
    ends.send()
    try await screen.bus.idle()
  }

  @Test func `What the first user's views asked for and did not get is never run for the second`() async throws {
    let (annas, bertas) = (Loader(on: screen.clock, taking: .seconds(9)), Loader(on: screen.clock))
    gate.open("anna")
    let annasHome = home(of: "anna", annas)
    annasHome.onAppear()
    await screen.clock.sleeps(1)
    gate.close()
    annasHome.onAppear()
    annasHome.onDisappear()
    gate.open("berta")
    try await screen.bus.idle()
    #expect(annas.wasCancelled)
    home(of: "berta", bertas).onAppear()
    try await screen.bus.idle()
    #expect([annas.begun, annas.loaded] == [1, 0])
    #expect([bertas.begun, bertas.loaded] == [1, 1])
  }

  @Test func `The user who comes back finds the own work done, and that which was cut off is done`() async throws {
    let loader = Loader(on: screen.clock, taking: .seconds(1))
    gate.open("anna")
    let home = home(of: "anna", loader)
    home.onAppear()
    await screen.clock.sleeps(1)
    gate.close()
    await screen.clock.empties()
    gate.open("anna")
    await screen.clock.sleeps(2)
    screen.clock.advance(by: .seconds(1))
    try await screen.bus.idle()
    #expect([loader.begun, loader.loaded] == [2, 1])
    home.rebuilt().onAppear()
    try await screen.bus.idle()
    #expect(loader.begun == 2)
  }

  @Test func `A view of the first user's that appears once more takes nothing from the second, and loads nothing`() async throws
  {
    let (annas, bertas) = (Loader(on: screen.clock), Loader(on: screen.clock))
    gate.open("anna")
    let annasHome = home(of: "anna", annas)
    annasHome.onAppear()
    annasHome.onDisappear()
    try await screen.bus.idle()
    gate.open("berta")
    let bertasHome = home(of: "berta", bertas)
    bertasHome.onAppear()
    _ = try await screen.news()
    annasHome.onAppear()
    annasHome.rebuilt().onAppear()
    annasHome.onDisappear()
    #expect(try await screen.news() == [])
    bertasHome.rebuilt().onAppear()
    try await screen.bus.idle()
    #expect([annas.begun, bertas.begun] == [1, 1])
  }

  @Test func `A view of the first user's that only asks takes no other's place on the screen`() async throws {
    let (annas, bertas) = (Loader(on: screen.clock), Loader(on: screen.clock))
    gate.open("berta")
    var feed = FakeView(
      window: window, scope: nil, seat: GateSeat(gate: "auth", identity: "berta"), tasks: [bertas.task("article/1")])
    feed.onAppear()
    let stale = FakeView(
      window: window, scope: nil, seat: GateSeat(gate: "auth", identity: "anna"), tasks: [annas.task("article/1")])
    stale.onAppear()
    feed.onChange(of: nil, asking: [bertas.task("article/2")])
    try await screen.bus.idle()
    #expect([annas.begun, bertas.begun] == [0, 2])
  }

  @Test func `A view that appears once more after the sign-out is nobody's, and does not appear`() async throws {
    let loader = Loader(on: screen.clock)
    gate.open("anna")
    let home = home(of: "anna", loader)
    home.onAppear()
    home.onDisappear()
    _ = try await screen.news()
    gate.close("signed out")
    home.onAppear()
    #expect(try await screen.news() == [])
  }

  @Test func `Whose a scope is takes no room any more when the scope is forgotten`() async throws {
    let loader = Loader(on: screen.clock)
    gate.open("anna")
    let owners = screen.bus.companion(ScopeOwners())
    for number in 1...100 {
      let article = Scope("article", instance: "\(number)")
      window.appear(ViewIdentity(), as: article, asking: [loader.task(article)], for: GateSeat(gate: "auth", identity: "anna"))
    }
    #expect(owners.count == 100)
    for number in 1...99 { screen.bus.forget(Scope("article", instance: "\(number)")) }
    #expect(owners.count == 1)
  }

  @Test func `While nobody is in a first task behind the gate waits`() async throws {
    let loader = Loader(on: screen.clock)
    gate.close()
    home(of: "anna", loader).onAppear()
    try await screen.bus.idle()
    #expect(loader.begun == 0)
    gate.open("anna")
    try await screen.bus.idle()
    #expect(loader.begun == 1)
  }
}

private actor Doorkeeper: LifecycleHandler {
  nonisolated let id: HandlerID = "auth"
}
