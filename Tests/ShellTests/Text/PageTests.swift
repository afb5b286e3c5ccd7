import LifebusJSON
import LifebusSystem
import Testing

@testable import LifebusShell

@Suite struct PageTests {
  private func object(_ text: String) throws -> JSONObject { try #require(JSONObject(parsing: Array(text.utf8))) }

  @Test func `The status is a page: the host, its handlers, its gates`() throws {
    let status = try object(
      #"""
      {"pid":4711,"appVersion":"1.2","uptimeSeconds":192.431,"isLaunched":true,"phase":"active","entries":2,"exits":1,"events":12,
      "waitingForLaunch":0,"handlers":[{"handler":"auth-gate","state":"idle","lag":0,"counts":{"done":1}},
      {"handler":"sync","state":"running","lag":2,"running":{"event":"phaseChanged","sequence":5,"attempt":2,"seconds":1.234},
      "lastError":"connection refused","lastErrorSeconds":200.1,"counts":{"done":4,"failed":1}},
      {"handler":"analytics-logger","state":"held","lag":13,"heldBy":"auth-gate","counts":{}}],
      "gates":[{"gate":"auth-gate","verdict":"open","identity":"anna","sinceSeconds":190.0}],
      "absent":[{"handler":"mailer","waiting":3},{"handler":"old","waiting":0,"quarantine":"it crashed"}]}
      """#)
    #expect(
      Status.text(of: [status], .none) == [
        "lifebus-host  pid 4711  version 1.2  up 3 min 12 s",
        "active, launched, 12 events, 2 entries, 1 exit",
        "",
        "HANDLER           STATE    LAG  NOW                                SO FAR            LAST ERROR",
        "auth-gate         idle       0  -                                  1 done",
        "sync              running    2  phaseChanged for 1.2 s, attempt 2  4 done, 1 failed  3 min 20 s ago: connection refused",
        "analytics-logger  held      13  held by auth-gate                  -",
        "",
        "GATE       VERDICT  WHO IS IN  SINCE",
        "auth-gate  open     anna       3 min 10 s ago",
        "",
        "NOT HOSTED  WAITING  WHY",
        "mailer            3",
        "old               0  it crashed",
      ])
  }

  @Test func `A page that is shown again writes over the one before, and fits the terminal`() {
    #expect(
      Screen.overwriting("a\nb\nc\n", isFirst: true, rows: 10) == "\u{1B}[H\u{1B}[2Ja\u{1B}[K\nb\u{1B}[K\nc\u{1B}[K\n\u{1B}[J")
    #expect(Screen.overwriting("a\nb\nc\n", isFirst: false, rows: 3) == "\u{1B}[Ha\u{1B}[K\nb\u{1B}[K\n\u{1B}[J")
  }

  @Test func `The plan says of each handler what it wants and its rules`() throws {
    let handlers = [
      try object(
        #"{"handler":"auth-gate","clauses":["launch","any"],"gate":{"timeoutMs":10000},"timeoutMs":30000,"graceMs":500}"#),
      try object(
        #"""
        {"handler":"sync","clauses":[{"kind":"phaseChanged","isEntry":true,"keep":"latest"},{"kind":"phaseChanged","hasFilter":true},
        {"kind":"appear","scope":"home","once":"perScope"}],"behind":"auth-gate","after":["a","b"],
        "retry":{"attempts":3,"delayMs":100,"maxMs":60000},"dead":true,"capacity":100,"overflow":"dropOldest","newRule":5}
        """#),
    ]
    #expect(
      Plan.text(of: handlers, .none) == [
        "auth-gate",
        "  for   launch",
        "        any event",
        "  gate  owns one, pending for at most 10 s",
        "  call  at most 30 s, and 500 ms to end after that",
        "",
        "sync",
        "  for      phaseChanged, entries only, of several that wait the latest",
        "           phaseChanged, those that its own filter lets through",
        "           appear of home, once per scope",
        "  after    a, b",
        "  behind   the gate auth-gate",
        "  retries  3 attempts, the first again after 100 ms, at most 1 min between, what is used up is kept",
        "  backlog  at most 100 wait, then the oldest is dropped",
        "  newRule  5",
      ])
  }

  @Test func `The plugins are a table`() throws {
    let plugins = [
      try object(#"{"plugin":"sync","hosted":true,"state":"idle"}"#), try object(#"{"plugin":"x","hosted":false}"#),
    ]
    #expect(Plugins.text(of: plugins, .none) == ["PLUGIN  STATE       WHY", "sync    idle", "x       not hosted"])
  }

  @Test func `Plugins that run as programs have a column for them`() throws {
    let plugins = [
      try object(#"{"plugin":"sync","hosted":true,"state":"idle"}"#),
      try object(#"{"plugin":"greeter","hosted":true,"state":"running","program":"/p/greeter","pid":17,"restarts":2}"#),
      try object(#"{"plugin":"x","hosted":true,"state":"quarantined","program":"/p/x","restarts":0,"quarantine":"no disk"}"#),
    ]
    #expect(
      Plugins.text(of: plugins, .none) == [
        "PLUGIN   STATE        PROGRAM                         WHY",
        "sync     idle",
        "greeter  running      /p/greeter, pid 17, 2 restarts",
        "x        quarantined  /p/x, does not run              no disk",
      ])
    #expect(
      Plugins.text(of: [try object(#"{"plugin":"greeter","reloaded":true,"pid":18}"#)], .none)
        == ["'greeter' runs anew, with pid 18"])
  }

  @Test func `An explanation has a sentence for each handler`() throws {
    let objects = [
      try object(#"{"event":"appear","sequence":12,"handler":"sync","outcome":"held","why":"It waits."}"#),
      try object(#"{"event":"appear","sequence":12,"handler":"x","why":"It does not want it."}"#),
    ]
    #expect(Explain.text(of: objects, .none) == ["It waits.", "It does not want it."])
  }

  @Test(arguments: [
    (0.0, "0.0 s"), (9.96, "9.9 s"), (12, "12 s"), (192.4, "3 min 12 s"), (3_600, "1 h"), (7_500, "2 h 5 min"),
    (273_600, "3 d 4 h"), (-1, "0.0 s"), (.infinity, "for ever"),
  ]) func `A time has at most two units`(_ seconds: Double, _ text: String) {
    #expect(Spell.text(seconds: seconds) == text)
  }

  @Test func `Colours stand around what a cell says, and change no width`() {
    var table = TextTable(["A", "B"])
    table.add([TextTable.Cell("x", .good), "y"])
    #expect(table.lines(.terminal) == ["\u{1B}[2mA  B\u{1B}[0m", "\u{1B}[32mx\u{1B}[0m  y"])
  }
}
