import Lifebus
import LifebusTestKit
import LifebusUI
import Testing

/// A gate of profiles within the gate of accounts.
@Suite(.timeLimit(.minutes(1))) @MainActor struct NestedGateTests {
  let screen: Screen
  let window: SceneLife
  let session: Gate
  let profile: Gate

  init() throws {
    screen = try Screen()
    for owner: HandlerID in ["session", "profile"] {
      try screen.bus.register(Doorkeeper(owner), policy: Policy(gate: GateOptions(limit: .none))) { _ in }
    }
    session = screen.bus.gate("session")
    profile = screen.bus.gate("profile")
    window = screen.activeWindow()
  }

  /// What the views of a main screen do for a user's profile.
  private func home(of user: Identity, _ kid: Identity?, _ loader: Loader) -> FakeView {
    let outer = GateSeat(gate: "session", identity: user)
    let seat = kid.map { GateSeat(gate: "profile", identity: $0, within: outer) } ?? outer
    return FakeView(window: window, scope: "home", seat: seat, tasks: [loader.task("home")])
  }

  @Test func `A profile of the same name is another one where another user is in`() async throws {
    let (annas, bertas) = (Loader(on: screen.clock), Loader(on: screen.clock))
    session.open("anna")
    profile.open("kid")
    let annasHome = home(of: "anna", "kid", annas)
    annasHome.onAppear()
    _ = try await screen.news()
    session.open("berta")
    let bertasHome = home(of: "berta", "kid", bertas)
    bertasHome.onAppear()
    annasHome.onDisappear()
    #expect(try await screen.news() == ["disappear home", "firstAppear home", "appear home"])
    #expect([annas.begun, bertas.begun] == [1, 1])
  }

  @Test func `Another profile's screen is another one while the user is the same`() async throws {
    let loader = Loader(on: screen.clock)
    session.open("anna")
    for kid: Identity in ["kid", "teen"] {
      profile.open(kid)
      let home = home(of: "anna", kid, loader)
      home.onAppear()
      #expect(try await screen.news().suffix(2) == ["firstAppear home", "appear home"])
      home.onDisappear()
    }
    #expect(loader.begun == 2)
  }

  @Test func `What a view asked for behind the inner gate is not done after its user has left the outer one`() async throws {
    let loader = Loader(on: screen.clock)
    session.open("anna")
    profile.close()
    home(of: "anna", "kid", loader).onAppear()
    session.open("berta")
    profile.open("kid")
    try await screen.bus.idle()
    #expect(loader.begun == 0)
  }

  @Test func `A view of the first user's that appears once more takes nothing, though its profile's name is in`() async throws {
    let loader = Loader(on: screen.clock)
    session.open("anna")
    profile.open("kid")
    let annasHome = home(of: "anna", "kid", loader)
    _ = try await screen.news()
    session.open("berta")
    annasHome.onAppear()
    #expect(try await screen.news() == [])
    #expect(loader.begun == 0)
  }

  @Test func `A screen between the gates is its user's, whichever profile was in`() async throws {
    let loader = Loader(on: screen.clock)
    session.open("anna")
    profile.open("kid")
    let kids = home(of: "anna", "kid", loader)
    kids.onAppear()
    profile.close()
    kids.onDisappear()
    _ = try await screen.news()
    home(of: "anna", nil, loader).onAppear()
    #expect(try await screen.news() == ["appear home"])
  }

  @Test func `Who a screen is shown to says the inner gate where it is open, and else the outer one`() {
    let outer = GateSeat(gate: "session", identity: "anna")
    let inner = GateSeat(gate: "profile", identity: "kid", within: outer)
    #expect(GateScreen(.open("kid")).seat(behind: "profile", within: outer) == inner)
    #expect(GateScreen(.closed("")).seat(behind: "profile", within: outer) == outer)
    #expect(GateScreen(.pending).seat(behind: "profile", within: nil) == nil)
    #expect(inner != GateSeat(gate: "profile", identity: "kid", within: GateSeat(gate: "session", identity: "berta")))
  }
}

private actor Doorkeeper: LifecycleHandler {
  nonisolated let id: HandlerID

  init(_ id: HandlerID) {
    self.id = id
  }
}
