import Lifebus
import LifebusTestKit
import Testing

@Suite struct ScopeTests {
  let test = TestBus()

  @Test func `firstAppear comes right before the first appear of a scope and once per process, whatever the scene (E3)`()
    async throws
  {
    let log = try test.recordAll()
    test.launch()
    test.bus.post(Appear("home"))
    test.bus.post(Appear("home", scene: "second"))
    test.bus.post(Appear(Scope("home", instance: "2")))
    test.settle()
    #expect(
      log.lines == [
        "0 launch", "0 firstAppear(home)", "0 appear(home)", "0 appear(home)", "0 firstAppear(home/2)", "0 appear(home/2)",
      ])
  }

  @Test func `A forgotten scope appears first again (E3)`() async throws {
    let log = try test.record("log", FirstAppear.self)
    test.launch()
    test.bus.post(Appear("home"))
    test.bus.forget("home")
    test.bus.post(Appear("home"))
    test.settle()
    #expect(log.lines == ["0 firstAppear(home)", "0 firstAppear(home)"])
  }

  @Test func `A disappear of what is not present in that scene is dropped and reported (E4)`() async throws {
    let log = try test.record("log", Disappear.self)
    let activity = test.bus.activity
    test.launch()
    test.bus.post(Appear("home", scene: "left"))
    let wrong = test.bus.post(Disappear("home", scene: "right"))
    test.bus.post(Disappear("home", scene: "left"))
    let again = test.bus.post(Disappear("home", scene: "left"))
    test.settle()
    #expect(wrong.disposition == .dropped && again.disposition == .dropped)
    #expect(log.lines == ["0 disappear(home)"])
    #expect(try test.words(activity).filter { $0 == "droppedDisappear" }.count == 2)
  }

  @Test func `The receipt of a first appear names the firstAppear that it derived (E3)`() throws {
    test.launch()
    let receipt = test.bus.post(Appear("home"))
    #expect(receipt.derived.map(\.sequence) == [receipt.sequence - 1])
    #expect(test.bus.post(Appear("home")).derived.isEmpty)
  }
}

extension TestBus {
  /// The words of all activity until now.
  func words(_ activity: ActivityStream) throws -> [String] {
    try items(activity).map(\.kind.word)
  }

  func items(_ activity: ActivityStream) throws -> [Activity] {
    var items: [Activity] = []
    while let item = try? run({ await activity.next() }) { items.append(item) }
    return items
  }
}
