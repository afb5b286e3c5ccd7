import LifebusJSON
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct FloodTests {
  @Test func `Of what is posted faster than the host reads, each is sent or refused, and nobody waits`() async throws {
    let folder = try TemporaryFolder()
    let child = try Child("chatty", in: folder)
    child.say(HostText.start("chatty", in: folder))
    _ = await child.output.next()
    child.say(HostText.registered(), HostText.deliver(1, "go"))
    var posts = 0
    while let line = await child.output.next() {
      if line.contains(#""post""#) { posts += 1 }
      guard let answer = JSONObject(parsing: Array(line.utf8)), answer.isTrue("done") else { continue }
      #expect(answer.text("note") == "\(60_000 - posts) refused")
      break
    }
    child.say(HostText.stop)
    #expect(await child.code() == 0)
  }
}
