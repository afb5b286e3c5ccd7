import Lifebus
import LifebusSystem
import Testing

@testable import LifebusHost

@Suite struct HostOptionsTests {
  @Test func `every option is read`() throws {
    let options = try HostOptions.parse([
      "--plugins", "a,b", "--config=c.json", "--state", "s", "--events", "-", "--until-idle", "--allow-held", "--app-version",
      "2.1", "--grace", "250ms", "--json", "--record", "r.jsonl",
    ])
    var expected = HostOptions()
    expected.plugins = ["a", "b"]
    expected.config = "c.json"
    expected.state = "s"
    expected.events = "-"
    expected.ending = .whenIdle
    expected.allowsHeld = true
    expected.version = "2.1"
    expected.grace = .milliseconds(250)
    expected.printsJSON = true
    expected.record = "r.jsonl"
    #expect(options == expected)
  }

  @Test(arguments: [("0s", Duration.zero), ("5s", .seconds(5)), ("500ms", .milliseconds(500)), ("2m", .seconds(120))])
  func `a time has a unit`(text: String, duration: Duration) throws {
    #expect(try HostOptions.duration(text) == duration)
  }

  @Test(arguments: ["", "5", "s", "-1s", "1.5s", "5h", "99999999999999999999s", "2000m"])
  func `what is no time is refused`(text: String) {
    #expect(throws: HostError("--grace '\(text)' is no time: give 500ms, 5s or 2m, at most a day")) {
      try HostOptions.duration(text)
    }
  }

  @Test(arguments: [
    (["--json"], "--plugins is missing: name at least one plugin"),
    (["--plugins"], "option '--plugins' needs a value"),
    (["--plugins", "--json"], "option '--plugins' needs a value"),
    (["--plugins="], "option '--plugins' needs a value"),
    (["--plugins", "a,,b"], "--plugins 'a,,b' has an empty name: give names with commas between"),
    (["--plugins", "a,b,a"], "--plugins names 'a' twice"),
    (["--plugins", "a", "--json=1"], "option '--json' takes no value"),
    (["--plugins", "a", "--plugins", "b"], "option '--plugins' is given twice"),
    (["--plugins", "a", "--until-idle"], "--until-idle needs --events: a file, or - for standard input"),
    (["--plugins", "a", "--events", "-", "--allow-held"], "--allow-held needs --until-idle"),
    (["--plugin", "a"], "option '--plugin' is unknown; known are \(Usage.optionNames.joined(separator: ", "))"),
    (["a"], "'a' is no option; known are \(Usage.optionNames.joined(separator: ", "))"),
  ])
  func `a wrong command line says what is wrong`(arguments: [String], problem: String) {
    #expect(throws: HostError(problem)) { try HostOptions.parse(arguments) }
  }

  @Test func `of several exit codes the first of 2, 1, 3, 4, 5 counts`() {
    #expect(ExitCode.first(of: []) == .done)
    #expect(ExitCode.first(of: [.unhandled, .held]) == .held)
    #expect(ExitCode.first(of: [.unhandled, .held, .timedOut]) == .timedOut)
    #expect(ExitCode.first(of: [.unhandled, .held, .timedOut, .failed]) == .failed)
    #expect(ExitCode.first(of: Set(ExitCode.allCases).subtracting([.noHost, .otherVersion])) == .badInput)
  }
}
