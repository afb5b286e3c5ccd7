import Lifebus
import LifebusUI
import Testing

@Suite(.timeLimit(.minutes(1))) @MainActor struct InspectorTests {
  @Test func `The timeline has the latest first, and the handlers stand as they do`() async throws {
    let screen = try Screen { _ in LifecycleBus() }
    try screen.bus.register(Seen("held"), policy: Policy(behind: "auth")) { on in on(Custom.self) { _, _ in } }
    try screen.bus.register(Seen("auth"), policy: Policy(gate: GateOptions(limit: .none))) { _ in }
    screen.bus.post(Launch())
    try await screen.bus.idle()
    let model = InspectorModel()
    let following = Task { [activity = screen.bus.activity] in await model.follow(activity, of: screen.bus) }
    screen.bus.gate("auth").close("signed out")
    screen.bus.post(Custom("save"))
    try await screen.bus.idle()
    let held = try #require(screen.bus.snapshot().handlers.first { $0.id == "held" })
    #expect(held.standing == "held by auth, 1 waiting")
    await screen.bus.shutdown(grace: .zero)
    await following.value
    let lines = model.timeline.reversed().map { [$0.what, $0.event, $0.handler?.rawValue].compactMap(\.self) }
    #expect(model.timeline.last?.clock.wholeMatch(of: /\d+\.\d{3} s/) != nil)
    #expect(lines.contains(["closed(signed out)", "auth"]))
    #expect(lines.contains(["held by auth", "custom:save", "held"]))
    #expect(lines.contains(["done", "custom:save", "log"]))
    #expect(
      lines.firstIndex(of: ["closed(signed out)", "auth"]) ?? 0 < lines.firstIndex(of: ["accepted", "custom:save"]) ?? 0)
  }
}
