import Foundation
import TestSupport
import Testing

/// What a plugin says as a program, and when.
@Suite(.timeLimit(.minutes(1))) struct ConversationTests {
  let folder: TemporaryFolder
  let child: Child

  init() async throws {
    folder = try TemporaryFolder()
    child = try Child("performer", in: folder)
    child.say(HostText.start("performer", in: folder))
    #expect(await child.output.next() == #"{"log":"starts for 1.2"}"#)
    #expect(await child.output.next()?.hasPrefix(#"{"lifebus":1,"on":["#) == true)
    child.say(HostText.registered())
  }

  /// The answers to a delivery, so many.
  private func answers(to line: String, count: Int = 1) async -> [String?] {
    child.say(line)
    var answers: [String?] = []
    for _ in 0..<count { answers.append(await child.output.next()) }
    return answers
  }

  @Test func `A delivery is done, with what the handler notes`() async {
    let line = HostText.deliver(3, type: "launch", data: #"{"cause":"user","attributes":{"url":"x"}}"#)
    #expect(await answers(to: line) == [#"{"delivery":3,"done":true,"note":"launched by user: [\"url\": \"x\"]"}"#])
  }

  @Test func `A condition is asked in the program, and what no clause wants is no outcome`() async {
    func change(_ number: Int, isEntry: Bool) -> String {
      HostText.deliver(
        number, type: "phaseChanged",
        data: #"{"from":"inactive","to":"active","isEntry":\#(isEntry),"isExit":false,"scene":"main"}"#)
    }
    #expect(await answers(to: change(1, isEntry: false)) == [#"{"delivery":1,"unwanted":true}"#])
    #expect(await answers(to: change(2, isEntry: true)) == [#"{"delivery":2,"done":true,"note":"entry"}"#])
    let other = HostText.deliver(3, type: "appear", data: #"{"scope":"home","scene":"main"}"#)
    #expect(await answers(to: other) == [#"{"delivery":3,"unwanted":true}"#])
    let first = HostText.deliver(4, type: "firstAppear", data: #"{"scope":"home","instance":"1","scene":"left"}"#)
    #expect(await answers(to: first) == [#"{"delivery":4,"done":true,"note":"first home/1 in left"}"#])
  }

  @Test func `A failure says whether it may be tried again`() async {
    #expect(await answers(to: HostText.deliver(1, "fail", "no net")) == [#"{"delivery":1,"failed":"no net"}"#])
    let forGood = #"{"delivery":2,"failed":"no account","again":false}"#
    #expect(await answers(to: HostText.deliver(2, "failForGood", "no account")) == [forGood])
  }

  @Test func `The handler sees the host's numbers, names and keys`() async {
    let mine = #"{"delivery":7,"done":true,"note":"7 7 given none #3 k/p/7 replayed false earlier false once none"}"#
    #expect(await answers(to: HostText.deliver(7, "describe", attempt: 3)) == [mine])
    let line = """
      {"do":"deliver","delivery":9,"attempt":1,"key":"a b","replayed":true,"earlierProcess":true,"event":{"specversion":"1.0",\
      "id":"x1","source":"/shop","type":"dev.lifebus.custom.describe","sequence":"5","causedby":"4","data":{"key":"order-8"}}}
      """
    let theirs = #"{"delivery":9,"done":true,"note":"5 x1 given x1 #1 a b replayed true earlier true once order-8"}"#
    #expect(await answers(to: line) == [theirs])
  }

  @Test func `What is committed is text or base64, and is there for the calls after it`() async {
    #expect(await answers(to: HostText.deliver(1, "committed")) == [#"{"delivery":1,"done":true,"note":"[]"}"#])
    #expect(
      await answers(to: HostText.deliver(2, "commit", "17 läuft")) == [#"{"delivery":2,"done":true,"commit":"17 läuft"}"#])
    #expect(
      await answers(to: HostText.deliver(3, "commit", "255 0")) == [#"{"delivery":3,"done":true,"commit":"base64:/wA="}"#])
    #expect(await answers(to: HostText.deliver(4, "committed")) == [#"{"delivery":4,"done":true,"note":"[255, 0]"}"#])
  }

  @Test func `What is too large to be committed is a failure that is not tried again`() async throws {
    let answer = try #require(
      await answers(to: HostText.deliver(1, "commit", String(repeating: "x", count: 65_537))).first ?? nil)
    #expect(answer.contains("65537 bytes") && answer.hasSuffix(#""again":false}"#))
  }

  @Test func `A cancelled call is answered as it ends`() async {
    child.say(HostText.deliver(1, "wait"), HostText.cancel(1))
    #expect(await child.output.next() == #"{"delivery":1,"failed":"CancellationError()"}"#)
    child.say(HostText.cancel(1), HostText.deliver(2, "ignoreCancel"), HostText.cancel(1))
    #expect(await child.output.next() == #"{"log":"begins"}"#)
    child.say(HostText.cancel(2))
    #expect(await child.output.next() == #"{"delivery":2,"done":true,"note":"cancelled: true"}"#)
    #expect(await answers(to: HostText.deliver(3, "committed")) == [#"{"delivery":3,"done":true,"note":"[]"}"#])
  }

  @Test func `A call asks for more time in whole milliseconds`() async {
    let answers = await answers(to: HostText.deliver(1, "moreTime", "250"), count: 2)
    #expect(answers == [#"{"delivery":1,"moreTimeMs":250}"#, #"{"delivery":1,"done":true}"#])
  }

  @Test(arguments: [
    ("appear", #"{"type":"appear","scope":"article","instance":"42","scene":"left"}"#),
    ("own", #"{"type":"custom","name":"sale","attributes":{"item":"book","price":"12"}}"#),
    (
      "foreign",
      #"{"specversion":"1.0","id":"7","source":"/shop","type":"dev.lifebus.custom.sold","data":{"attributes":{"item":"book"}}}"#
    ),
  ])
  func `What is posted in a call comes before its answer and names it as the cause`(kind: String, event: String) async {
    let answers = await answers(to: HostText.deliver(1, "post", kind), count: 2)
    #expect(answers == [#"{"delivery":1,"post":\#(event)}"#, #"{"delivery":1,"done":true}"#])
  }

  @Test func `A receipt says accepted, and a post of a call that is over has no cause`() async {
    let answers = await answers(to: HostText.deliver(1, "post", "greeted"), count: 2)
    #expect(
      answers == [
        #"{"delivery":1,"post":{"type":"custom","name":"greeted","id":"given"}}"#,
        #"{"delivery":1,"done":true,"note":"accepted"}"#,
      ])
    _ = await self.answers(to: HostText.deliver(2, "keep"))
    let late = await self.answers(to: HostText.deliver(3, "postOfLast"), count: 2)
    #expect(late == [#"{"post":{"type":"custom","name":"late"}}"#, #"{"delivery":3,"done":true}"#])
  }

  @Test func `A verdict on the own gate comes before the answer`() async {
    let opens = await answers(to: HostText.deliver(1, "open", "alice"), count: 2)
    #expect(opens == [#"{"delivery":1,"verdict":"open","identity":"alice"}"#, #"{"delivery":1,"done":true}"#])
    let closes = await answers(to: HostText.deliver(2, "close", "signed out"), count: 2)
    #expect(closes == [#"{"delivery":2,"verdict":"closed","reason":"signed out"}"#, #"{"delivery":2,"done":true}"#])
  }

  @Test func `What is printed goes to standard error, and there is nothing to read`() async {
    #expect(await answers(to: HostText.deliver(1, "print", "hello")) == [#"{"delivery":1,"done":true}"#])
    #expect(await child.talk.next() == "hello")
    #expect(await answers(to: HostText.deliver(2, "read")) == [#"{"delivery":2,"done":true,"note":"read nothing"}"#])
    #expect(await answers(to: HostText.deliver(3, "talk"), count: 2).first == #"{"log":"talk"}"#)
  }
}
