import Lifebus
import LifebusTestKit
import Testing

@testable import Lifebus

@Suite struct PhaseTests {
  private func phases(_ reports: [(SceneReport, SceneID, ReportReason?)]) -> [String] {
    var scenes = Scenes()
    return reports.compactMap { report, scene, reason in
      scenes.report(report, scene: scene, reason: reason).map {
        "\($0.from)>\($0.to)\($0.isEntry ? " entry" : "")\($0.isExit ? " exit" : "")"
      }
    }
  }

  private func phases(_ reports: SceneReport...) -> [String] { phases(reports.map { ($0, .main, nil) }) }

  @Test func `Launch and first activation are one entry; equal values are dropped; no steps are invented (E5)`() {
    #expect(phases(.inactive, .active, .active) == ["background>inactive", "inactive>active entry"])
    #expect(phases(.active) == ["background>active entry"])
  }

  @Test func `An alert is no entry, a return from background is one, reaching background is an exit (E5)`() {
    #expect(
      phases(.active, .inactive, .active, .inactive, .background, .inactive, .active) == [
        "background>active entry", "active>inactive", "inactive>active", "active>inactive", "inactive>background exit",
        "background>inactive", "inactive>active entry",
      ])
  }

  @Test func `The app is active if any scene is, else inactive if any is, else background (E5)`() {
    #expect(
      phases([
        (.active, "a", nil), (.inactive, "b", nil), (.background, "a", nil), (.background, "b", nil),
      ]) == ["background>active entry", "active>inactive", "inactive>background exit"])
  }

  @Test func `A scene that has ended counts no more, and can come again (E5)`() {
    #expect(
      phases([(.active, "a", nil), (.inactive, "b", nil), (.ended, "a", nil), (.ended, "b", nil), (.active, "a", nil)]) == [
        "background>active entry", "active>inactive", "inactive>background exit", "background>active entry",
      ])
  }

  @Test func `A configuration change and its return are ignored until the scene reports without the reason (E5)`() {
    #expect(
      phases([
        (.active, "a", nil), (.inactive, "a", .configurationChange), (.inactive, "a", nil), (.active, "a", nil),
        (.inactive, "a", nil),
      ]) == ["background>active entry", "active>inactive"])
    #expect(
      phases([(.active, "a", nil), (.inactive, "a", .configurationChange), (.background, "a", nil)]) == [
        "background>active entry", "active>background exit",
      ])
  }

  @Test func `What was present in a scene that has ended is present no more (E5)`() {
    var scenes = Scenes()
    scenes.appear(Place(scope: "home", scene: "a"))
    scenes.appear(Place(scope: "home", scene: "b"))
    _ = scenes.report(.ended, scene: "a", reason: nil)
    let wasInEnded = scenes.disappear(Place(scope: "home", scene: "a"))
    let wasInOther = scenes.disappear(Place(scope: "home", scene: "b"))
    #expect(!wasInEnded && wasInOther)
  }

  @Test func `A report that changes the phase derives the change, and one that does not is dropped (E5)`() throws {
    let test = TestBus()
    test.launch()
    let change = test.bus.report(.active)
    #expect(change.derived.count == 1 && change.disposition == .accepted)
    #expect(test.bus.report(.active).disposition == .dropped)
    #expect(test.bus.snapshot().phase == .active)
    #expect(test.bus.snapshot().entries == 1)
  }
}
