import Testing

@testable import LifebusTestKit

@Suite("A file that is no valid scenario is refused, and says where")
struct InvalidScenarioTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let what: String
    var handlers = #"{"a":{"on":["launch"]}}"#
    var expect = #"{"deliveries":{}}"#
    var more = ""
    var lines = [#"{"type":"launch","cause":"user"}"#]
    var line = 1
    let field: String?

    var testDescription: String { what }
    var bytes: [UInt8] { Texts.file(handlers, expect, more: more, lines: lines) }
  }

  static let headers: [Case] = [
    Case(what: "an unknown key in the header", more: #","x":1"#, field: "x"),
    Case(what: "an unknown trait", handlers: #"{"a":{"on":["launch"],"retries":1}}"#, field: "handlers.a.retries"),
    Case(what: "an unknown kind", handlers: #"{"a":{"on":["lunch"]}}"#, field: "handlers.a.on[0]"),
    Case(what: "an unknown kind in an object", handlers: #"{"a":{"on":[{"kind":"custom:"}]}}"#, field: "handlers.a.on[0].kind"),
    Case(what: "no clauses", handlers: #"{"a":{}}"#, field: "handlers.a.on"),
    Case(what: "handlers that are a list", handlers: "[]", field: "handlers"),
    Case(
      what: "a filter of another kind", handlers: #"{"a":{"on":[{"kind":"launch","scope":"x"}]}}"#,
      field: "handlers.a.on[0].scope"),
    Case(what: "an unknown once", handlers: #"{"a":{"on":[{"kind":"launch","once":"ever"}]}}"#, field: "handlers.a.on[0].once"),
    Case(what: "a number in quotes", handlers: #"{"a":{"on":["launch"],"timeoutMs":"5"}}"#, field: "handlers.a.timeoutMs"),
    Case(
      what: "a number with a fraction", handlers: #"{"a":{"on":["launch"],"durationMs":1.5}}"#, field: "handlers.a.durationMs"),
    Case(what: "a negative number", handlers: #"{"a":{"on":["launch"],"durationMs":-1}}"#, field: "handlers.a.durationMs"),
    Case(
      what: "a retry without attempts", handlers: #"{"a":{"on":["launch"],"retry":{"delayMs":1}}}"#,
      field: "handlers.a.retry.attempts"),
    Case(
      what: "a wrong overflow", handlers: #"{"a":{"on":["launch"],"capacity":1,"overflow":"wait"}}"#,
      field: "handlers.a.overflow"),
    Case(
      what: "a post without a name", handlers: #"{"a":{"on":["launch"],"posts":[{"id":"1"}]}}"#,
      field: "handlers.a.posts[0].name"),
    Case(
      what: "an unknown handler after which one comes", handlers: #"{"a":{"on":[],"after":["b"]}}"#,
      field: "handlers.a.after[0]"),
    Case(
      what: "a circle of after", handlers: #"{"a":{"on":[],"after":["b"]},"b":{"on":[],"after":["a"]}}"#,
      field: "handlers.a.after"),
    Case(what: "a gate that nobody owns", handlers: #"{"a":{"on":[],"behind":"b"},"b":{"on":[]}}"#, field: "handlers.a.behind"),
    Case(what: "an unknown late handler", more: #","late":["b"]"#, field: "late"),
    Case(what: "an unknown reserved handler", more: #","reserved":{"b":["launch"]}"#, field: "reserved.b"),
    Case(what: "an unknown option", more: #","options":{"seed":1}"#, field: "options.seed"),
    Case(what: "no expected deliveries", expect: "{}", field: "expect.deliveries"),
    Case(what: "an unknown expectation", expect: #"{"deliveries":{},"stops":1}"#, field: "expect.stops"),
    Case(what: "an unknown handler in an expectation", expect: #"{"deliveries":{"b":{}}}"#, field: "expect.deliveries.b"),
    Case(what: "an unknown outcome", expect: #"{"deliveries":{},"outcomes":{"a":{"ok":1}}}"#, field: "expect.outcomes.a.ok"),
    Case(what: "an unknown report", expect: #"{"deliveries":{},"reports":{"lost":1}}"#, field: "expect.reports.lost"),
    Case(what: "a change that is none", expect: #"{"deliveries":{},"phases":["active"]}"#, field: "expect.phases[0]"),
    Case(what: "a call that is none", expect: #"{"deliveries":{},"trace":{"a":["launch"]}}"#, field: "expect.trace.a[0]"),
    Case(what: "an order of one", expect: #"{"deliveries":{},"order":[["a:launch"]]}"#, field: "expect.order[0]"),
    Case(
      what: "an order of a kind that is none", expect: #"{"deliveries":{},"order":[["a:launch","a:end"]]}"#,
      field: "expect.order[0][1]"),
    Case(what: "the end of a stop", expect: #"{"deliveries":{},"never":["a:stop/end"]}"#, field: "expect.never[0]"),
  ]

  static let limits: [Case] = [
    Case(
      what: "durable and late", handlers: #"{"a":{"on":[],"durable":true}}"#, more: #","late":["a"]"#,
      field: "handlers.a.durable"),
    Case(
      what: "durable and once per session", handlers: #"{"a":{"on":[{"kind":"launch","once":"perSession"}],"durable":true}}"#,
      field: "handlers.a.on[0].once"),
    Case(
      what: "for this process and not durable", handlers: #"{"a":{"on":[{"kind":"launch","thisProcess":true}]}}"#,
      field: "handlers.a.on[0].thisProcess"),
    Case(
      what: "at most once with a retry",
      handlers: #"{"a":{"on":[],"durable":true,"guarantee":"atMostOnce","retry":{"attempts":2,"delayMs":1}}}"#,
      field: "handlers.a.retry"),
    Case(
      what: "at most once with a once",
      handlers: #"{"a":{"on":[{"kind":"launch","once":"perInstall"}],"durable":true,"guarantee":"atMostOnce"}}"#,
      field: "handlers.a.on[0].once"),
    Case(
      what: "at most once behind a gate that cancels",
      handlers:
        #"{"a":{"on":[],"durable":true,"guarantee":"atMostOnce","behind":"g"},"g":{"on":[],"gate":{"onClose":"cancelRunning"}}}"#,
      field: "handlers.a.behind"),
    Case(
      what: "across identities of no gate", handlers: #"{"a":{"on":[],"acrossIdentities":true}}"#,
      field: "handlers.a.acrossIdentities"),
    Case(
      what: "after a late handler", handlers: #"{"a":{"on":[],"after":["b"]},"b":{"on":[]}}"#, more: #","late":["b"]"#,
      field: "handlers.a.after"),
    Case(
      what: "a late owner of a gate", handlers: #"{"a":{"on":[],"gate":{}}}"#, more: #","late":["a"]"#, field: "handlers.a.gate"
    ),
    Case(what: "a reserved kind that no clause names", more: #","reserved":{"a":["appear"]}"#, field: "reserved.a"),
    Case(
      what: "once with keep", handlers: #"{"a":{"on":[{"kind":"launch","once":"perProcess","keep":"latest"}]}}"#,
      field: "handlers.a.on[0].keep"),
    Case(
      what: "two once clauses of a kind",
      handlers: #"{"a":{"on":[{"kind":"launch","once":"perProcess"},{"kind":"launch","once":"perSession"}]}}"#,
      field: "handlers.a.on[1].once"),
    Case(
      what: "a key of no own event", handlers: #"{"a":{"on":[{"kind":"launch","once":"perKey"}]}}"#,
      field: "handlers.a.on[0].once"),
    Case(
      what: "a return at the timeout", handlers: #"{"a":{"on":["launch"],"durationMs":5,"timeoutMs":5}}"#,
      field: "handlers.a.on[0].durationMs"),
    Case(
      what: "a return at the end of the grace",
      handlers: #"{"a":{"on":["launch"],"durationMs":9,"timeoutMs":5,"graceMs":4,"ignoresCancel":true}}"#,
      field: "handlers.a.on[0].durationMs"),
    Case(
      what: "handlers that await each other",
      handlers:
        #"{"a":{"on":[{"kind":"custom:x","posts":[{"name":"y","await":true}]}]},"b":{"on":[{"kind":"custom:y","posts":[{"name":"x","await":true}]}]}}"#,
      field: "handlers.a.on[0].posts"),
  ]

  static let lines: [Case] = [
    Case(what: "an unknown type", lines: [#"{"type":"start"}"#], line: 2, field: "type"),
    Case(what: "no type", lines: [#"{"at":1}"#], line: 2, field: "type"),
    Case(what: "a line that is a list", lines: ["[]"], line: 2, field: nil),
    Case(what: "broken JSON", lines: [#"{"type":"launch","cause":"user"}"#, "{"], line: 3, field: nil),
    Case(what: "an empty line", lines: ["", #"{"type":"launch","cause":"user"}"#], line: 2, field: nil),
    Case(what: "an unknown key", lines: [#"{"type":"launch","cause":"user","scene":"main"}"#], line: 2, field: "scene"),
    Case(what: "a missing field", lines: [#"{"type":"appear"}"#], line: 2, field: "scope"),
    Case(what: "an unknown cause", lines: [#"{"type":"launch","cause":"me"}"#], line: 2, field: "cause"),
    Case(what: "an unknown phase", lines: [#"{"type":"phase","to":"asleep"}"#], line: 2, field: "to"),
    Case(
      what: "time that runs back",
      lines: [#"{"type":"launch","cause":"user","at":5}"#, #"{"type":"query","phase":"active","at":4}"#], line: 3, field: "at"),
    Case(what: "time beyond reason", lines: [#"{"type":"launch","cause":"user","at":1000000000001}"#], line: 2, field: "at"),
    Case(what: "an unknown handler", lines: [#"{"type":"register","handler":"b"}"#], line: 2, field: "handler"),
    Case(what: "an unknown gate", lines: [#"{"type":"verdict","gate":"a","to":"open"}"#], line: 2, field: "gate"),
    Case(what: "a query of an unknown gate", lines: [#"{"type":"query","gates":{"a":"open"}}"#], line: 2, field: "gates.a"),
    Case(what: "a query of nothing", lines: [#"{"type":"query"}"#], line: 2, field: nil),
    Case(
      what: "an identity of who is not in", handlers: #"{"a":{"on":[],"gate":{}}}"#,
      lines: [#"{"type":"verdict","gate":"a","to":"closed","identity":"me"}"#], line: 2, field: "identity"),
    Case(
      what: "the end of a durable registration", handlers: #"{"a":{"on":[],"durable":true}}"#,
      lines: [#"{"type":"unregister","handler":"a"}"#], line: 2, field: "handler"),
    Case(
      what: "the end of a gate's owner", handlers: #"{"a":{"on":[],"gate":{}}}"#,
      lines: [#"{"type":"unregister","handler":"a"}"#], line: 2, field: "handler"),
    Case(
      what: "the end of a reserved registration", more: #","reserved":{"a":["launch"]}"#,
      lines: [#"{"type":"unregister","handler":"a"}"#], line: 2, field: "handler"),
    Case(
      what: "a registration after a shutdown",
      lines: [#"{"type":"shutdown","graceMs":1}"#, #"{"type":"register","handler":"a"}"#], line: 3, field: "handler"),
    Case(
      what: "a death before the launch", lines: [#"{"type":"custom","name":"x"}"#, #"{"type":"kill"}"#], line: 3, field: nil),
    Case(
      what: "an event without its key", handlers: #"{"a":{"on":[{"kind":"custom:x","once":"perKey"}]}}"#,
      lines: [#"{"type":"custom","name":"x"}"#], line: 2, field: "key"),
  ]

  @Test("for its header", arguments: headers)
  func header(_ test: Case) { check(test) }

  @Test("for what the format rules out", arguments: limits)
  func limit(_ test: Case) { check(test) }

  @Test("for one of its lines", arguments: lines)
  func line(_ test: Case) { check(test) }

  private func check(_ test: Case) {
    let error = #expect(throws: ScenarioError.self) { try Scenario(test.bytes) }
    #expect(error?.line == test.line, "\(error?.description ?? "")")
    #expect(error?.field == test.field, "\(error?.description ?? "")")
  }

  @Test("if it is empty")
  func empty() {
    #expect(throws: ScenarioError.self) { try Scenario([]) }
    #expect(throws: ScenarioError.self) { try Scenario(Array("\n\n".utf8)) }
  }

  @Test("if a line is too long")
  func longLine() {
    let bytes =
      Texts.file(#"{"a":{"on":[]}}"#) + Array("\n".utf8) + [UInt8](repeating: UInt8(ascii: " "), count: Scenario.lineLimit + 1)
    let error = #expect(throws: ScenarioError.self) { try Scenario(bytes + [UInt8(ascii: "1")]) }
    #expect(error?.line == 2)
  }

  @Test("if a key stands twice")
  func twice() {
    let error = #expect(throws: ScenarioError.self) { try Scenario(Texts.file(#"{"a":{"on":[]},"a":{"on":[]}}"#)) }
    #expect(error?.problem.contains("'a' stands twice") == true)
  }

  @Test("if an event makes itself come again without end")
  func endless() throws {
    let bytes = Texts.file(
      #"{"a":{"on":[{"kind":"custom:x","posts":[{"name":"x"}]}]}}"#, #"{"deliveries":{}}"#,
      lines: [#"{"type":"launch","cause":"user"}"#, #"{"type":"custom","name":"x"}"#])
    var player = ScenarioPlayer(try Scenario(bytes))
    player.callLimit = 100
    let error = #expect(throws: ScenarioError.self) { try player.play() }
    #expect(error?.line == 3)
  }
}
