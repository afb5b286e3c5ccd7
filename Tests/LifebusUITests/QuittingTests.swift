import Lifebus
import LifebusTestKit
import LifebusUI
import Testing

@Suite(.timeLimit(.minutes(1))) @MainActor struct QuittingTests {
  let screen: Screen

  init() throws { screen = try Screen() }

  @Test func `An application that quits has exited, in all its windows, whoever has launched the bus`() async throws {
    var quit: (@MainActor @Sendable () -> Void)?
    let platform = Platform(launchCause: { .user }, whenQuitting: { quit = $0 })
    screen.bus.post(Launch(cause: .user))
    let windows = [screen.window(platform: platform), screen.window("settings", platform: platform)]
    for window in windows { window.report(.active) }
    quit?()
    #expect(try await screen.news() == ["entry", "exit"])
    withExtendedLifetime(windows) {}
  }

  @Test func `An application that waits for its bus quits when the handlers of the exit have ended`() async throws {
    let notes = Seen("notes")
    try screen.bus.register(notes) { on in
      on(PhaseChanged.self, where: \.isExit) { notes, _ in
        await Task { notes.note("saved") }.value
      }
    }
    let window = screen.activeWindow()
    await screen.bus.quit(grace: .seconds(5))
    #expect(notes.takeNotes() == ["saved"])
    withExtendedLifetime(window) {}
  }
}
