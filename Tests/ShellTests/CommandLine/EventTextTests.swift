import TestSupport
import Testing

@testable import LifebusShell

@Suite struct EventTextTests {
  private func line(_ words: [String]) throws(UsageError) -> String {
    try EventText(Arguments(words, knowing: Emit.manual.allOptions)).line
  }

  @Test(arguments: [
    ("launch", #"{"type":"launch"}"#),
    ("launch --cause user --id 1", #"{"type":"launch","cause":"user","id":"1"}"#),
    ("appear home", #"{"type":"appear","scope":"home"}"#),
    ("appear --instance 42 article --scene left", #"{"type":"appear","scope":"article","instance":"42","scene":"left"}"#),
    ("disappear home", #"{"type":"disappear","scope":"home"}"#),
    (
      "phase active --scene left --reason configurationChange",
      #"{"type":"phase","to":"active","scene":"left","reason":"configurationChange"}"#
    ),
    ("custom out", #"{"type":"custom","name":"out"}"#),
    (#"custom out --key k --data {"a":1}"#, #"{"type":"custom","name":"out","key":"k","attributes":{"a":1}}"#),
  ]) func `An event is written in its short form`(_ words: String, _ line: String) throws {
    #expect(try self.line(words.split(separator: " ").map(String.init)) == line)
  }

  @Test func `An event with a source is a CloudEvent`() throws {
    #expect(
      try line(["appear", "home", "--id", "7", "--source", "/shop"])
        == #"{"specversion":"1.0","id":"7","source":"/shop","type":"dev.lifebus.appear","data":{"scope":"home"}}"#)
    #expect(
      try line(["custom", "out", "--id", "7", "--source", "/shop", "--key", "k"])
        == #"{"specversion":"1.0","id":"7","source":"/shop","type":"dev.lifebus.custom.out","data":{"key":"k","attributes":{}}}"#
    )
  }

  @Test func `Names are written as JSON strings`() throws {
    #expect(try line(["appear", "a\"b\n"]) == #"{"type":"appear","scope":"a\"b\n"}"#)
  }

  @Test func `Data comes from a file, which may have several lines`() throws {
    let folder = try TemporaryFolder()
    try folder.write("{\n  \"a\": 1\n}\n", to: "data")
    #expect(try line(["custom", "x", "--data", "@" + folder["data"]]) == #"{"type":"custom","name":"x","attributes":{"a":1}}"#)
    try folder.write("{\n  \"a\" 1\n}\n", to: "data")
    #expect(throws: UsageError("--data is broken JSON at line 2, column 7: expected ':' after the key 'a'")) {
      try line(["custom", "x", "--data", "@" + folder["data"]])
    }
    #expect(throws: UsageError("--data: the file '\(folder["none"])' cannot be read: No such file or directory")) {
      try line(["custom", "x", "--data", "@" + folder["none"]])
    }
  }

  @Test(arguments: [
    ("", "no event is given: one of launch, appear, disappear, phase, custom"),
    ("lunch", "'lunch' is unknown; known are launch, appear, disappear, phase, custom and - for lines"),
    ("firstAppear home", "'firstAppear' is derived by the bus: emit 'appear' instead"),
    ("phaseChanged", "'phaseChanged' is derived by the bus: emit 'phase' instead"),
    ("appear", "a name is missing: give 'appear SCOPE'"),
    ("appear a b", "'b' is one name too many: give 'appear SCOPE'"),
    ("launch now", "'now' is one name too many: give 'launch'"),
    ("launch --scene left", "option '--scene' does not belong to 'launch', which knows --cause"),
    ("appear a --cause user", "option '--cause' does not belong to 'appear', which knows --instance, --scene"),
    ("custom x --data [1]", "--data is a list: give a JSON object"),
    ("custom x --data {", "--data is broken JSON at column 2: expected a key in quotes, found the end"),
    ("launch --source /shop", "--source says who gave an id: it needs --id"),
  ]) func `What is wrong says what would be right`(_ words: String, _ problem: String) {
    #expect(throws: UsageError(problem)) { try line(words.split(separator: " ").map(String.init)) }
  }
}
