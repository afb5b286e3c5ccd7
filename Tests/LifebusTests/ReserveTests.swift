import Lifebus
import LifebusTestKit
import Testing

@Suite struct ReserveTests {
  let test = TestBus()

  @Test func `A reserved handler first gets the facts of other kinds, then what was kept, then live events (H7)`() async throws
  {
    try test.bus.reserve("router", for: [.custom("link")])
    test.launch()
    test.post("link", id: "kept")
    test.post("other", id: "missed")
    test.report(.active)
    let router = try test.recordAll("router")
    test.settle()
    test.post("other", id: "live")
    #expect(
      router.lines == [
        "0 launch replayed", "0 phaseChanged(active) replayed", "0 custom:link(kept)", "0 custom:other(live)",
      ])
  }

  @Test func `What is kept and matches no clause is passed without an outcome (H7)`() async throws {
    try test.bus.reserve("router", for: [.type(Appear.self)])
    test.launch()
    let home = test.bus.post(Appear("home"))
    let list = test.bus.post(Appear("list"))
    let router = try test.record("router", Appear.self, scope: "home")
    test.settle()
    #expect(router.lines == ["0 appear(home)"])
    #expect(test.words(home) == ["router": "done"] && test.words(list) == [:])
  }

  @Test func `A handler that is registered late with replay none gets live events only (H6)`() async throws {
    test.launch()
    let late = try test.recordAll("late", policy: Policy(replay: .none))
    test.post("live")
    #expect(late.lines == ["0 custom:live"])
  }
}
