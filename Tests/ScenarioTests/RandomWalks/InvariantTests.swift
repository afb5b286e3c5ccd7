import Testing

@testable import LifebusTestKit

@Suite("What is not as the input implies is found")
struct InvariantTests {
  struct Fault: CustomTestStringConvertible, Sendable {
    let what: String
    /// What is said of it.
    let finding: String
    let falsify: @Sendable (inout Trace) throws -> Void

    var testDescription: String { what }
  }

  /// `a` does all, `b` works behind the gate, `c` once for each key and after `a`, `d` keeps what it has on disk.
  static let handlers = #"""
    {"g":{"on":[],"gate":{}},"a":{"on":["custom:x","launch","appear"],"durationMs":3,"retry":{"attempts":2,"delayMs":1}},
    "b":{"on":["custom:x"],"behind":"g"},"c":{"on":[{"kind":"custom:x","once":"perKey"}],"after":["a"]},
    "d":{"on":["custom:x"],"durable":true}}
    """#.replacing("\n", with: "")

  static let lines = [
    #"{"type":"launch","cause":"user"}"#, #"{"type":"phase","to":"active"}"#, #"{"type":"phase","to":"background"}"#,
    #"{"type":"verdict","gate":"g","to":"open","identity":"anna"}"#,
    #"{"type":"custom","name":"x","id":"1","key":"k","at":10}"#, #"{"type":"custom","name":"x","id":"2","key":"k","at":10}"#,
    #"{"type":"custom","name":"x","id":"3","key":"l","at":40}"#, #"{"type":"verdict","gate":"g","to":"closed","at":60}"#,
    #"{"type":"custom","name":"x","id":"1","key":"k","at":60}"#,
    #"{"type":"verdict","gate":"g","to":"open","identity":"ben","at":70}"#, #"{"type":"shutdown","graceMs":10,"at":80}"#,
  ]

  static func place(_ trace: Trace, _ handler: String, _ number: Int) throws -> Int {
    let places = trace.calls.indices.filter { trace.calls[$0].handler == handler }
    try #require(places.indices.contains(number))
    return places[number]
  }

  static func outcome(_ trace: Trace, _ handler: String, _ number: Int) throws -> Int {
    let places = trace.outcomes.indices.filter { trace.outcomes[$0].handler == handler }
    try #require(places.indices.contains(number))
    return places[number]
  }

  static let faults: [Fault] = [
    Fault(what: "two calls that are swapped", finding: "b is called for custom:x(1) (4) after custom:x(2) (5)") { trace in
      let (one, two) = (try place(trace, "b", 0), try place(trace, "b", 1))
      let (begin, end) = (trace.calls[one].begin, trace.calls[one].end)
      (trace.calls[one].begin, trace.calls[one].end) = (trace.calls[two].begin, trace.calls[two].end)
      (trace.calls[two].begin, trace.calls[two].end) = (begin, end)
    },
    Fault(what: "a call that begins before the one before it has ended", finding: "while its call for custom:x(1) runs") {
      trace in
      let (one, two) = (try place(trace, "a", 1), try place(trace, "a", 2))
      trace.calls[one].end = trace.calls[two].end
    },
    Fault(what: "a call that comes twice", finding: "call 2 for b's custom:x(1) is attempt 1") { trace in
      trace.calls.append(trace.calls[try place(trace, "b", 0)])
    },
    Fault(what: "an attempt that is left out", finding: "call 1 for b's custom:x(2) is attempt 2") { trace in
      let place = try place(trace, "b", 1)
      trace.calls[place] = trace.calls[place].with(attempt: 2)
    },
    Fault(what: "a call for what the handler does not want", finding: "which it must not be given") { trace in
      let place = try place(trace, "b", 0)
      trace.calls[place] = trace.calls[place].with(handler: "g")
    },
    Fault(what: "an outcome that is missing", finding: #"without an outcome ["custom:x(3)"]"#) { trace in
      trace.outcomes.remove(at: try outcome(trace, "b", 2))
    },
    Fault(what: "an outcome of the ledger's handler that is missing", finding: #"without an outcome ["custom:x(2)"]"#) {
      trace in trace.outcomes.remove(at: try outcome(trace, "d", 1))
    },
    Fault(what: "an outcome that comes twice", finding: #"b's custom:x(1) has the outcomes ["done", "done"]"#) { trace in
      trace.outcomes.append(trace.outcomes[try outcome(trace, "b", 0)])
    },
    Fault(what: "an outcome without a reason", finding: "b's custom:x(1) is dropped, for which the input gives no reason") {
      trace in
      let place = try outcome(trace, "b", 0)
      trace.outcomes[place] = trace.outcomes[place].with(word: "dropped")
    },
    Fault(what: "a key that is used up twice", finding: "had been done before, once for the key k") { trace in
      let place = try outcome(trace, "c", 1)
      trace.outcomes[place] = trace.outcomes[place].with(word: "done")
      let call = trace.calls[try Self.place(trace, "c", 0)]
      trace.calls.append(call.with(sequence: trace.outcomes[place].sequence, text: "custom:x(2)"))
    },
    Fault(what: "a duplicate of what was not done", finding: "nothing like it was done before") { trace in
      let place = try outcome(trace, "c", 2)
      trace.outcomes[place] = trace.outcomes[place].with(word: "duplicate")
    },
    Fault(what: "a call while another identity is in", finding: "is anna's, and is called at 40 while ben is in") { trace in
      trace.calls[try place(trace, "b", 2)].appliedLine = 11
    },
    Fault(what: "a call while the gate is shut", finding: "is called at 40 while its gate is shut") { trace in
      trace.calls[try place(trace, "b", 2)].appliedLine = 9
    },
    Fault(what: "a call that overtakes whom it comes after", finding: "before a's custom:x(1) has ended") { trace in
      let place = try outcome(trace, "a", 1)
      trace.outcomes[place] = trace.outcomes[place].with(time: 50)
    },
    Fault(what: "a call that takes too long", finding: "after more than 0") { trace in
      trace.calls[try place(trace, "b", 0)].endTime = 39
    },
    Fault(what: "an event that is not in the log", finding: "the log has") { $0.events.removeLast() },
    Fault(what: "two events that are swapped", finding: "the log has") { $0.events.swapAt(3, 4) },
    Fault(what: "an entry too many", finding: "phases, entries and exits") { $0.entries += 1 },
    Fault(what: "an exit that is missing", finding: "phases, entries and exits") { $0.exits -= 1 },
    Fault(what: "a duplicate id that nobody tells", finding: "0 events are reported duplicateId, and 1 must be") {
      $0.counts["duplicateId"] = 0
    },
  ]

  static func played() throws -> (scenario: Scenario, trace: Trace) {
    let scenario = try Scenario(Texts.file(handlers, #"{"deliveries":{}}"#, lines: lines))
    return (scenario, Trace(try ScenarioPlayer(scenario).play()))
  }

  @Test("in a play that a test has falsified", arguments: faults)
  func fault(_ fault: Fault) throws {
    var (scenario, trace) = try Self.played()
    try fault.falsify(&trace)
    let violations = Invariants.violations(in: trace, of: scenario)
    #expect(violations.contains { $0.contains(fault.finding) }, "\(violations)")
  }

  @Test("and nothing is in one that is right")
  func right() throws {
    let (scenario, trace) = try Self.played()
    #expect(Invariants.violations(in: trace, of: scenario).isEmpty)
    #expect(trace.calls.count == 12)
    #expect(trace.outcomes.count == 13)
  }
}
