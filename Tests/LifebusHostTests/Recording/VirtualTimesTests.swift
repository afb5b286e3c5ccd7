import Lifebus
import LifebusHandlerText
import Testing

@testable import LifebusHost

@Suite struct VirtualTimesTests {
  private static let group = CallGroup(handler: "h", clause: 0)

  /// A line for an event with the next sequence number.
  private static func post(_ chronicle: inout Chronicle, at time: Int) {
    let sequence = chronicle.events.count + 1
    chronicle.momentOfEvent[sequence] = chronicle.moments.count
    chronicle.events.append(RecordedEvent(sequence, kind: "appear"))
    let line = EventLine(content: .appear(Place(scope: "home", scene: .main)), id: nil)
    chronicle.moments.append(Chronicle.Moment(what: .line(.event(line)), time: time))
  }

  private static func begin(_ chronicle: inout Chronicle, _ sequence: Int) {
    chronicle.calls.append(
      Chronicle.Call(
        handler: "h", sequence: sequence, kind: "appear", attempt: 1, isReplayed: false, startedAt: .zero,
        before: chronicle.moments.count))
  }

  private static func end(_ chronicle: inout Chronicle, _ ending: Chronicle.Call.Ending = .returned, at time: Int) {
    chronicle.calls[chronicle.calls.count - 1].ending = ending
    chronicle.moments.append(Chronicle.Moment(what: .end(call: chronicle.calls.count - 1), time: time))
  }

  private func times(_ chronicle: Chronicle, _ policy: PolicyWords = PolicyWords(), grace: Int = 0) -> VirtualTimes {
    let concerned = Array(repeating: Set<HandlerID>(["h"]), count: chronicle.moments.count)
    let groups = Array(repeating: Self.group, count: chronicle.calls.count)
    return VirtualTimes(chronicle, groups: groups, policies: ["h": policy], concerned: concerned, grace: grace)
  }

  @Test func `calls that take no time end where they begin`() {
    var chronicle = Chronicle()
    for sequence in 1...2 {
      Self.post(&chronicle, at: 5)
      Self.begin(&chronicle, sequence)
      Self.end(&chronicle, at: 5)
    }
    let times = times(chronicle)
    #expect(times.at == [5, 5, 6, 6], "a line comes after the end that came before it")
    #expect(times.durations == [Self.group: 0])
  }

  @Test func `a line that came during a call comes during it, and one that came after it does not`() {
    var chronicle = Chronicle()
    Self.post(&chronicle, at: 0)
    Self.begin(&chronicle, 1)
    Self.post(&chronicle, at: 0)
    Self.post(&chronicle, at: 0)
    Self.end(&chronicle, at: 0)
    Self.begin(&chronicle, 3)
    Self.end(&chronicle, at: 0)
    Self.post(&chronicle, at: 0)
    let times = times(chronicle)
    #expect(times.isExact)
    #expect(times.at == [0, 0, 0, 1, 2, 3])
    #expect(times.durations == [Self.group: 1])
  }

  @Test func `a limit is longer than calls that kept it, and is where a call broke it`() {
    var chronicle = Chronicle()
    Self.post(&chronicle, at: 0)
    Self.begin(&chronicle, 1)
    Self.post(&chronicle, at: 9)
    Self.end(&chronicle, .timedOut, at: 9)
    var policy = PolicyWords()
    policy.timeout = 4
    let times = times(chronicle, policy)
    #expect(times.isExact)
    #expect(times.timeouts == ["h": 10])
    #expect(times.durations == [Self.group: 11])
  }

  @Test func `a call that a shutdown cut off lasts longer than its grace`() {
    var chronicle = Chronicle()
    Self.post(&chronicle, at: 0)
    Self.begin(&chronicle, 1)
    chronicle.calls[0].ending = .cut(at: nil)
    chronicle.moments.append(Chronicle.Moment(what: .line(.shutdown), time: 3))
    let times = times(chronicle, grace: 10)
    #expect(times.shutdownGrace == 10)
    #expect(times.durations == [Self.group: 14])
  }
}
