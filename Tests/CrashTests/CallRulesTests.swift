import Lifebus
import Testing

@testable import CrashHost

/// The rules find each kind of breach, one by one: a harness that finds nothing proves nothing else.
@Suite struct CallRulesTests {
  /// The processes 1 and 2 were killed, and three events accepted.
  private static let known = Known(
    sent: ["e0", "e1", "e2", "e3"], accepted: ["e0": 1, "e1": 2, "e2": 3], kept: ["e0", "e1", "e2", "e3"], killed: [1, 2],
    names: [1: "first", 2: "second"])

  private static let ordinary = CallRules(handler: "h")
  private static let onceOnly = CallRules(handler: "h", repeats: false)
  private static let keyed = CallRules(handler: "h", key: { Known.key(of: $0) })
  private static let counting = CallRules(handler: "h", counts: true)

  private static func findings(_ rules: CallRules, _ lines: [String], _ known: Known = known) -> [String] {
    rules.findings(in: CallHistory(lines.joined(separator: "\n")), known)
  }

  /// The lines of calls that are done, of events in order.
  private static func done(_ ids: Int...) -> [String] { ids.flatMap { ["begin e\($0) \($0 + 1) 1 new", "end e\($0)"] } }

  @Test func `Nothing is found where the running call is repeated and says so`() {
    let cutOff = ["process 1"] + Self.done(0) + ["begin e1 2 1 new"]
    #expect(Self.findings(Self.ordinary, cutOff + ["process 2", "begin e1 2 2 earlier", "end e1"] + Self.done(2)) == [])
    let twice = ["process 2", "begin e1 2 2 earlier", "process 3", "begin e1 2 3 earlier", "end e1"]
    #expect(Self.findings(Self.ordinary, cutOff + twice + Self.done(2)) == [])
    // It was killed before the first line of the call.
    #expect(Self.findings(Self.ordinary, ["process 1", "process 2", "begin e0 1 2 earlier", "end e0"] + Self.done(1, 2)) == [])
  }

  @Test(arguments: [
    (["process 1"] + done(0, 2), "e1 was accepted and is not done"),
    (["process 1"] + done(0, 1) + ["begin e2 3 1 new"], "e2 was accepted and is not done"),
    (["process 1"] + done(0, 1, 2) + ["begin e3 4 1 new", "process 2"], "e3 was accepted and is not done"),
    (["process 1"] + done(0, 1, 2, 4), "e4 was never emitted"),
    (["process 1"] + done(0, 1, 2, 4), "e4 is called and was never kept"),
    (["process 1"] + done(0, 1) + ["begin e2 7 1 new", "end e2"], "e2 was accepted as event 3 and came as event 7"),
    (["process 1"] + done(1, 0, 2), "first: e0 comes after e1, out of order"),
    (["process 1"] + done(0, 1, 1, 2), "first: e1 is repeated without a kill"),
    (["process 3"] + done(0, 1, 2) + ["process 2", "begin e2 3 2 earlier", "end e2"], "second: e2 is repeated without a kill"),
    (
      ["process 1"] + done(0, 1, 2) + ["process 2", "begin e2 3 1 earlier", "end e2"],
      "second: e2 is repeated and does not say so"
    ),
    (
      ["process 1"] + done(0, 1, 2) + ["process 2", "begin e2 3 2 new", "end e2"], "second: e2 is repeated and does not say so"
    ),
    (
      ["process 1"] + done(0, 1, 2) + ["process 2", "begin e1 2 2 earlier", "end e1"],
      "second: e1 is repeated, and was not the last that was called"
    ),
    (
      ["process 1"] + done(0, 1, 2) + ["process 2", "begin e2 5 2 earlier", "end e2"], "second: e2 is repeated as another event"
    ),
    (["process 1"] + done(0, 1) + ["begin e2 3 2 new", "end e2"], "first: e2 says that it is repeated, and is not"),
    (
      ["process 1", "begin e0 1 1 new"] + done(1) + ["end e0"] + done(2), "the call for e1 begins before the last one has ended"
    ),
    (["process 1"] + done(0, 1, 2) + ["begin e3"], "'begin e3' is no line of a call"),
  ])
  func `Each breach is found`(lines: [String], finding: String) {
    #expect(Self.findings(Self.ordinary, lines).contains("h: \(finding)"), "\(Self.findings(Self.ordinary, lines))")
  }

  @Test func `What is called at most once is never repeated, and done unless the ledger says that it was interrupted`() {
    let cutOff = ["process 1"] + Self.done(0) + ["begin e1 2 1 new"]
    #expect(Self.findings(Self.onceOnly, cutOff + ["process 2"] + Self.done(2)) == ["h: e1 was accepted and is not done"])
    var known = Self.known
    known.interrupted = ["e1"]
    #expect(Self.findings(Self.onceOnly, cutOff + ["process 2"] + Self.done(2), known) == [])
    let again = cutOff + ["process 2", "begin e1 2 2 earlier", "end e1"] + Self.done(2)
    #expect(Self.findings(Self.onceOnly, again) == ["h: second: e1 is repeated"])
  }

  @Test func `Of the events with one key one is called`() {
    #expect(Self.findings(Self.keyed, ["process 1"] + Self.done(0, 2)) == [])
    #expect(Self.findings(Self.keyed, ["process 1"] + Self.done(0, 1, 2)) == ["h: first: e1 is called, and e0 had its key"])
    #expect(Self.findings(Self.keyed, ["process 1"] + Self.done(0)) == ["h: e2 was accepted and is not done"])
  }

  @Test func `A count neither skips nor goes back, and a repeated call finds what was committed before it`() {
    func lines(_ counts: [Int]) -> [String] {
      let begins = [
        "process 1", "begin e0 1 1 new", "begin e1 2 1 new", "process 2", "begin e1 2 2 earlier", "begin e2 3 1 new",
      ]
      let ends = [nil, "end e0 \(counts[0])", "end e1 \(counts[1])", nil, "end e1 \(counts[2])", "end e2 \(counts[3])"]
      return zip(begins, ends).flatMap { [$0, $1].compactMap { $0 } }
    }
    #expect(Self.findings(Self.counting, lines([1, 2, 2, 3])) == [])
    #expect(Self.findings(Self.counting, lines([1, 2, 3, 4])).first == "h: second: e1 is number 3 and should be 2")
    #expect(Self.findings(Self.counting, lines([1, 2, 2, 2])) == ["h: second: e2 is number 2 and should be 3"])
  }

  @Test func `Each accepted event stands in the analytics files once, whole, and in order`() {
    func line(_ id: String, _ place: Int) -> String {
      #"{"id":"\#(id)","type":"dev.lifebus.custom.work","data":{"sequence":\#(place)}}"#
    }
    let whole = [line("e0", 1), line("e1", 2), #"{"id":"x-3","type":"dev.lifebus.launch"}"#, line("e2", 4)]
    #expect(AnalyticsLines(whole).findings(Self.known) == [])
    for (lines, finding) in [
      (Array(whole.dropLast()), "e2 was accepted and is missing"),
      (whole + [line("e1", 5)], "e1 stands there twice"),
      (whole + [line("e3", 3)], "e3 stands there out of order"),
      (whole + [line("e9", 9)], "e9 was never emitted"),
      (whole + [#"{"id":"e3""#], #"'{"id":"e3"' is not whole"#),
    ] {
      #expect(AnalyticsLines(lines).findings(Self.known) == ["analytics-logger: \(finding)"])
    }
  }

  @Test func `A line of a call is read as it was written`() {
    let call = CallLine.Call(id: "e1", sequence: 7, attempt: 2, isFromEarlierProcess: true)
    for line in [CallLine.process(123), .begin(call), .end(id: "e1", count: nil), .end(id: "e1", count: 3)] {
      #expect(line.text.utf8.count == CallLine.length && CallLine(line.text.dropLast()) == line)
    }
  }
}
