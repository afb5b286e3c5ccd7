import Lifebus
import LifebusTestKit
import Testing

@Suite struct EventIDTests {
  @Test func `Ids that look the same and have other bytes are two`() {
    let (composed, decomposed) = (EventID("caf\u{e9}"), EventID("cafe\u{301}"))
    #expect(composed != decomposed && Set([composed, decomposed]).count == 2)
    #expect(EventID("a", source: "b") == EventID("a", source: "b") && EventID("ab", source: "") != EventID("a", source: "b"))
  }

  let test = TestBus()

  @Test func `A given id that was accepted from that source is not delivered again, and the receipt is the first one's (E6)`()
    async throws
  {
    let log = try test.record("log", Custom.self, named: "x")
    test.launch()
    let first = test.post("x", id: EventID("1", source: "shop"))
    let second = test.post("x", id: EventID("1", source: "shop"))
    let other = test.post("x", id: EventID("1", source: "bank"))
    #expect(log.lines.count == 2)
    #expect(second.disposition == .duplicate && second.sequence == first.sequence)
    #expect(other.disposition == .accepted)
    #expect(try test.run { try await second.settled() } == ["log": .done])
  }

  @Test func `Of two held with one id the second is the duplicate, and a dropped disappear leaves its id free (E6)`()
    async throws
  {
    let log = try test.recordAll()
    let dropped = test.bus.post(Disappear("home"), id: "d")
    let one = test.bus.post(Custom("x"), id: "1")
    let two = test.bus.post(Custom("x"), id: "1")
    test.launch()
    #expect(dropped.disposition == .dropped && one.disposition == .accepted && two.disposition == .duplicate)
    test.post("y", id: "d")
    #expect(log.lines == ["0 launch", "0 custom:x(1)", "0 custom:y(d)"])
  }

  @Test func `Ids are remembered within a limit of count and of age (E6)`() throws {
    var limits = Limits()
    limits.rememberedIDs = 2
    limits.rememberedIDAge = .seconds(10)
    let test = TestBus(limits: limits)
    test.launch()
    for id in ["1", "2", "3"] { test.post("x", id: EventID(id)) }
    #expect(test.post("x", id: "3").disposition == .duplicate)
    #expect(test.post("x", id: "1").disposition == .accepted)
    test.advance(by: .seconds(11))
    #expect(test.post("x", id: "3").disposition == .accepted)
  }

  @Test func `A delivery knows its event's id, sequence, time and cause (E6, E8)`() throws {
    let test = TestBus()
    let seen = Seen()
    try test.bus.register(seen) { on in
      on(Custom.self, named: "first") { seen, delivery in
        seen.note("\(delivery.id) \(delivery.sequence) \(delivery.time)")
        delivery.post(Custom("second"))
      }
    }
    let activity = test.bus.activity
    test.advance(by: .seconds(2))
    test.launch()
    test.post("first", id: "a")
    #expect(seen.notes == ["a 2 2.0 seconds"])
    let second = try test.items(activity).first { $0.subject?.event.kind == "custom:second" && $0.kind == .accepted }
    #expect(second?.subject?.cause == 2)
  }

  @Test func `What a handler posts goes to the tail, after what was posted before (E8)`() async throws {
    let log = try test.recordAll()
    let poster = Seen()
    try test.bus.register(poster) { on in
      on(Launch.self) { _, delivery in delivery.post(Custom("posted")) }
    }
    test.bus.post(Launch())
    test.bus.post(Custom("earlier"))
    test.settle()
    #expect(log.lines == ["0 launch", "0 custom:earlier", "0 custom:posted"])
  }
}
