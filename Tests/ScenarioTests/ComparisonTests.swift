import Testing

@testable import LifebusTestKit

@Suite("What is not as expected is told")
struct ComparisonTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let key: String
    /// What `expect` says of it.
    let wrong: String
    let expected: String
    let got: String

    var testDescription: String { key }
  }

  /// What is right of the play below.
  static let right = #""deliveries":{"a":{"launch":1,"custom:x":2},"b":{"phaseChanged":1}}"#
  static let handlers = #"""
    {"a":{"on":["launch",{"kind":"custom:x","fails":1,"durationMs":10}],"retry":{"attempts":2,"delayMs":5}},
    "b":{"on":["phaseChanged"],"behind":"g","after":["a"]},"g":{"on":[],"gate":{}}}
    """#.replacing("\n", with: "")
  static let lines = [
    #"{"type":"launch","cause":"user","at":0}"#, #"{"type":"custom","name":"x","id":"1","at":10}"#,
    #"{"type":"phase","to":"active","at":20}"#, #"{"type":"verdict","gate":"g","to":"open","at":100}"#,
    #"{"type":"custom","name":"x","id":"2","at":200}"#, #"{"type":"custom","name":"x","id":"2","at":300}"#,
    #"{"type":"shutdown","graceMs":10,"at":400}"#,
  ]

  static let cases: [Case] = [
    Case(
      key: "deliveries.a.custom:x",
      wrong: #""deliveries":{"a":{"launch":1,"custom:x":3},"b":{"phaseChanged":1}},"attempts":{"a":{"custom:x":3}}"#,
      expected: "3", got: "2"),
    Case(
      key: "deliveries.b.phaseChanged",
      wrong: #""deliveries":{"a":{"launch":1,"custom:x":2}},"attempts":{"a":{"custom:x":3},"b":{"phaseChanged":1}}"#,
      expected: "0", got: "1"),
    Case(key: "attempts.a.custom:x", wrong: #"\#(right)"#, expected: "2", got: "3"),
    Case(
      key: "outcomes.a.done", wrong: #"\#(right),"attempts":{"a":{"custom:x":3}},"outcomes":{"a":{"done":2}}"#, expected: "2",
      got: "3"),
    Case(
      key: "outcomes.b.dead", wrong: #"\#(right),"attempts":{"a":{"custom:x":3}},"outcomes":{"b":{"done":1,"dead":1}}"#,
      expected: "1", got: "0"),
    Case(key: "entries", wrong: #"\#(right),"attempts":{"a":{"custom:x":3}},"entries":0"#, expected: "0", got: "1"),
    Case(key: "exits", wrong: #"\#(right),"attempts":{"a":{"custom:x":3}},"exits":1"#, expected: "1", got: "0"),
    Case(
      key: "phases", wrong: #"\#(right),"attempts":{"a":{"custom:x":3}},"phases":[]"#, expected: "[]",
      got: #"["background>active"]"#),
    Case(
      key: "phase", wrong: #"\#(right),"attempts":{"a":{"custom:x":3}},"phase":"inactive""#, expected: #""inactive""#,
      got: #""active""#),
    Case(
      key: "trace.b", wrong: #"\#(right),"attempts":{"a":{"custom:x":3}},"trace":{"b":["101 phaseChanged(active)"]}"#,
      expected: #"["101 phaseChanged(active)"]"#, got: #"["100 phaseChanged(active)"]"#),
    Case(
      key: "order[0]", wrong: #"\#(right),"attempts":{"a":{"custom:x":3}},"order":[["a:custom:x@2","a:custom:x(1)/end"]]"#,
      expected: #"["a:custom:x@2","a:custom:x(1)/end"]"#, got: #"["a:custom:x(1)/end came first"]"#),
    Case(
      key: "order[0]", wrong: #"\#(right),"attempts":{"a":{"custom:x":3}},"order":[["a:launch","a:stop@2"]]"#,
      expected: #"["a:launch","a:stop@2"]"#, got: #"["a:launch happened","a:stop@2 did not happen"]"#),
    Case(
      key: "never[0]", wrong: #"\#(right),"attempts":{"a":{"custom:x":3}},"never":["a:custom:x(2)"]"#,
      expected: #""never a:custom:x(2)""#, got: #""it happened""#),
    Case(
      key: "reports.duplicateId", wrong: #"\#(right),"attempts":{"a":{"custom:x":3}},"reports":{}"#, expected: "0", got: "1"),
    Case(
      key: "reports.stuck.a", wrong: #"\#(right),"attempts":{"a":{"custom:x":3}},"reports":{"duplicateId":1,"stuck":{"a":1}}"#,
      expected: "1", got: "0"),
  ]

  @Test("for every key of an expectation", arguments: cases)
  func difference(_ test: Case) throws {
    let playback = try Texts.play(Texts.file(Self.handlers, "{\(test.wrong)}", lines: Self.lines))
    let first = try #require(playback.differences.first, "nothing differs")
    #expect(playback.differences.count == 1, "\(playback.differences)")
    #expect((first.key, first.expected, first.got) == (test.key, test.expected, test.got))
  }

  @Test("and what is as expected is not")
  func asExpected() throws {
    let expect = #"""
      {\#(Self.right),"attempts":{"a":{"custom:x":3}},"outcomes":{"a":{"done":3},"b":{"done":1}},"entries":1,"exits":0,
      "phases":["background>active"],"phase":"active","trace":{"a":["0 launch","10 custom:x(1)","25 custom:x(1) #2",
      "200 custom:x(2)"]},"order":[["a:custom:x(1)/end","a:custom:x@2"],["b:stop","a:stop"]],"never":["b:phaseChanged@2",
      "a:custom:x(2)@2/end","g:launch"],"reports":{"duplicateId":1}}
      """#.replacing("\n", with: "")
    let playback = try Texts.play(Texts.file(Self.handlers, expect, lines: Self.lines))
    #expect(playback.differences.isEmpty, "\(playback.differences)")
  }

  @Test("for a query that does not hold")
  func query() throws {
    let playback = try Texts.play(
      Texts.file(
        Self.handlers, #"{"deliveries":{"a":{"launch":1}}}"#,
        lines: [Self.lines[0], #"{"type":"query","phase":"active","gates":{"g":"open"}}"#]))
    #expect(playback.differences.map(\.key) == ["line 3.phase", "line 3.gates.g"])
    #expect(playback.differences.map(\.got) == [#""background""#, #""pending""#])
  }
}
