import Testing

@testable import LifebusShell

@Suite struct ArgumentsTests {
  static let flag = Option("--flag", "a flag")
  static let text = Option("--text", .text("T"), "a text")

  private func read(_ words: String...) throws(UsageError) -> Arguments {
    try Arguments(words, knowing: [Self.flag, Self.text])
  }

  @Test func `Options stand before, between and after names`() throws {
    for words in [
      ["--flag", "--text", "x", "a", "b"], ["a", "--text=x", "b", "--flag"], ["a", "b", "--text", "x", "--flag"],
    ] {
      let arguments = try Arguments(words, knowing: [Self.flag, Self.text])
      #expect(arguments.names == ["a", "b"] && arguments.has(Self.flag) && arguments.text(Self.text) == "x")
    }
  }

  @Test func `After two dashes all are names, and one dash is one`() throws {
    #expect(try read("-", "--", "--flag").names == ["-", "--flag"])
  }

  @Test func `A value may have an equals sign, and begin with one dash`() throws {
    #expect(try read("--text=a=b").text(Self.text) == "a=b")
    #expect(try read("--text", "-1").text(Self.text) == "-1")
  }

  @Test(arguments: [
    (["--flog"], "option '--flog' is unknown; known are --flag, --text"),
    (["-f"], "option '-f' is unknown; known are --flag, --text"),
    (["--flag", "--flag"], "option '--flag' is given twice"),
    (["--flag=1"], "option '--flag' takes no value"),
    (["--text"], "option '--text' needs a value: --text T"),
    (["--text", "--flag"], "option '--text' needs a value: --text T"),
    (["--text="], "option '--text' needs a value: --text T"),
  ]) func `What is wrong names what is known`(_ words: [String], _ problem: String) {
    #expect(throws: UsageError(problem)) { try Arguments(words, knowing: [Self.flag, Self.text]) }
  }

  @Test(arguments: [("500ms", 500), ("5s", 5_000), ("2m", 120_000), ("0s", 0), ("1440m", 86_400_000)])
  func `A time has a unit`(_ text: String, _ milliseconds: Int) throws {
    #expect(try read("--text", text).milliseconds(Self.text) == milliseconds)
  }

  @Test(arguments: ["5", "s", "-5s", "5h", "1441m", "99999999999999999999s", "1.5s"])
  func `What is no time is named`(_ text: String) throws {
    let arguments = try read("--text", text)
    #expect(throws: UsageError("option '--text' needs a time such as 500ms, 5s or 2m, at most a day, not '\(text)'")) {
      try arguments.milliseconds(Self.text)
    }
  }
}
