import Lifebus
import LifebusTestKit
import LifebusUI
import Testing

@Suite(.timeLimit(.minutes(1))) @MainActor struct BackgroundTimeTests {
  let screen: Screen
  let signal = Signal()
  let notes = Seen()

  init() throws { screen = try Screen() }

  /// A system that notes when time is taken and given back.
  private func platform(expiresAtOnce: Bool = false) -> Platform {
    let time = BackgroundTime { [notes, signal, bus = screen.bus] expired in
      notes.note("taken while \(bus.snapshot().phase)")
      if expiresAtOnce { Task { expired() } }
      return {
        notes.note("given back")
        signal.send()
      }
    }
    return Platform(launchCause: { .user }, backgroundTime: time)
  }

  private func saveAtExit(taking duration: Duration) throws {
    let clock = screen.clock
    try screen.bus.register(Saver()) { [notes] on in
      on(PhaseChanged.self, where: \.isExit) { _, _ in
        notes.note("saves")
        try await clock.sleep(for: duration)
        notes.note("saved")
      }
    }
  }

  @Test func `Time is taken before the handlers of an exit are called, and given back when they have ended`() async throws {
    try saveAtExit(taking: .seconds(3))
    let window = screen.window(platform: platform())
    window.report(.active)
    window.report(.background)
    await screen.clock.sleeps(1)
    // What the main actor had to do before this has been done.
    await Task {}.value
    #expect(notes.takeNotes() == ["taken while active", "saves"])
    screen.clock.advance(by: .seconds(3))
    await signal.wait()
    #expect(notes.takeNotes() == ["saved", "given back"])
  }

  @Test func `Time that the system wants back is given back at once, and once`() async throws {
    try saveAtExit(taking: .seconds(60))
    let window = screen.window(platform: platform(expiresAtOnce: true))
    window.report(.active)
    window.report(.background)
    await signal.wait()
    await screen.clock.sleeps(1)
    screen.clock.advance(by: .seconds(60))
    try await screen.bus.idle()
    #expect(notes.takeNotes().filter { $0 != "saves" } == ["taken while active", "given back", "saved"])
  }

  @Test func `Where another window is still active, time is given back as nothing follows`() async throws {
    let other = screen.activeWindow()
    let window = screen.window(platform: platform())
    window.report(.active)
    window.report(.background)
    await signal.wait()
    #expect(notes.takeNotes() == ["taken while active", "given back"])
    other.end()
  }
}

private actor Saver: LifecycleHandler {
  nonisolated let id: HandlerID = "saver"
}
