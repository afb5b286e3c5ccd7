import Lifebus
import LifebusTestKit
import LifebusUI
import Testing

@testable import ExampleReader

/// What the example's handlers and the first tasks of its views do together.
@Suite(.timeLimit(.minutes(1))) @MainActor struct ExampleTests {
  let screen: Screen
  let library: Library
  let asked = Seen("asked")

  init() throws {
    screen = try Screen()
    library = Library(
      Server { [asked] user in
        asked.note("\(user)")
        return [Article(id: 1, title: "First")]
      })
    try Session(stored: "anna").register(on: screen.bus)
    try Sync(library).register(on: screen.bus)
    try Analytics().register(on: screen.bus)
  }

  private func home(of user: Identity, in window: SceneLife) -> FakeView {
    let load = FirstTask("home") { [library] in try await library.load(for: user) }
    return FakeView(window: window, scope: "home", seat: GateSeat(gate: "session", identity: user), tasks: [load])
  }

  @Test(arguments: [false, true])
  func `The start asks the server once, whether the screen is there before the entry or after it, and each return once more`(
    _ isEarly: Bool
  ) async throws {
    let window = screen.window()
    window.report(.inactive)
    try await screen.bus.idle()
    if !isEarly { window.report(.active) }
    let home = home(of: "anna", in: window)
    home.onAppear()
    try await screen.bus.idle()
    window.report(.active)
    try await screen.bus.idle()
    #expect(asked.takeNotes() == ["anna"])
    #expect(library.articles(of: "anna").count == 1)
    for phase in [Phase.inactive, .active, .inactive, .background, .inactive, .active] { window.report(phase) }
    try await screen.bus.idle()
    #expect(asked.takeNotes() == ["anna"])
  }

  @Test func `Another user's sign-in asks the server once, for them, also after the application was left meanwhile`()
    async throws
  {
    let window = screen.activeWindow()
    let annas = home(of: "anna", in: window)
    annas.onAppear()
    try await screen.bus.idle()
    screen.bus.post(SignedOut())
    try await screen.bus.idle()
    annas.onDisappear()
    for phase in [Phase.background, .active] { window.report(phase) }
    screen.bus.post(SignedIn(user: "berta"))
    try await screen.bus.idle()
    let bertas = home(of: "berta", in: window)
    bertas.onAppear()
    try await screen.bus.idle()
    #expect(asked.takeNotes() == ["anna", "berta"])
  }
}
