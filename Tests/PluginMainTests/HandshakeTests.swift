import TestSupport
import Testing

/// What a plugin says of itself, and how it refuses.
@Suite(.timeLimit(.minutes(1))) struct HandshakeTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func answer(of plugin: String, options: String = "{}") async throws -> String? {
    let child = try Child(plugin, in: folder)
    child.say(HostText.start(plugin, in: folder, options: options))
    while let line = await child.output.next() {
      if !line.hasPrefix(#"{"log""#) { return line }
    }
    return nil
  }

  @Test func `Clauses and policy are said in the words of a plan`() async throws {
    #expect(
      try await answer(of: "performer")
        == #"{"lifebus":1,"on":[{"kind":"phaseChanged","filter":true},"#
        + #"{"kind":"firstAppear","scope":"home","name":"welcome","once":"perInstall"},{"kind":"launch"},"#
        + #"{"kind":"any","filter":true}],"timeoutMs":9000,"graceMs":5000,"retry":{"attempts":3,"delayMs":20},"#
        + #""gate":{"timeoutMs":30000,"onClose":"cancelRunning"},"durable":true}"#)
    let logger = #"{"lifebus":1,"on":[{"kind":"any"}],"replay":"none","durable":true}"#
    #expect(try await answer(of: "analytics-logger") == logger)
  }

  @Test(arguments: [
    ("performer", #"{"x":1}"#, "option 'x' of plugin 'performer' is unknown; known are greeting"),
    (
      "performer", #"{"greeting":1}"#,
      "option 'greeting' of plugin 'performer' has the wrong type: give a string; known are greeting"
    ),
    ("analytics-logger", #"{"keep":-1}"#, "option 'keep' of analytics-logger is -1: it has to be from 0 to 1000"),
    ("broken", "{}", "the disk is on fire"),
    ("pair", "{}", "handler 'second' is registered beside 'pair': a plugin that is a program registers one, once"),
    ("homesick", "{}", #"handler 'homesick' wants 'sale', a type that its host does not have: take Custom(\"sale\")"#),
  ])
  func `What cannot work is refused with the reason`(plugin: String, options: String, reason: String) async throws {
    let child = try Child(plugin, in: folder)
    child.say(HostText.start(plugin, in: folder, options: options))
    #expect(await child.output.rest().last == #"{"lifebus":1,"error":"\#(reason)"}"#)
    #expect(await child.code() == 2)
  }

  @Test func `A condition before a once-only clause for the same events is refused`() async throws {
    let answer = try #require(try await answer(of: "picky"))
    #expect(
      answer.hasPrefix(#"{"lifebus":1,"error":"handler 'picky' has a clause with a condition before another one for appear"#))
  }

  @Test(arguments: [("49 55", "17"), ("255 0", "base64:/wA=")])
  func `What is committed in one process is there in the next`(bytes: String, text: String) async throws {
    let first = try await registered(committed: nil)
    first.say(HostText.deliver(1, "commit", bytes), HostText.stop)
    #expect(await first.output.next() == #"{"delivery":1,"done":true,"commit":"\#(text)"}"#)
    #expect(await first.code() == 0)
    let second = try await registered(committed: text)
    second.say(HostText.deliver(2, "committed"))
    let list = bytes.split(separator: " ").joined(separator: ", ")
    #expect(await second.output.next() == #"{"delivery":2,"done":true,"note":"[\#(list)]"}"#)
  }

  private func registered(committed: String?) async throws -> Child {
    let child = try Child("performer", in: folder)
    child.say(HostText.start("performer", in: folder))
    for _ in 0..<2 { _ = await child.output.next() }
    child.say(HostText.registered(committed))
    return child
  }
}
