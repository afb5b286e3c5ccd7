import Foundation
import TestSupport
import Testing

/// How a plugin's program ends.
@Suite(.timeLimit(.minutes(1))) struct EndingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A program whose plugin is registered.
  private func child(options: String = "{}") async throws -> Child {
    let child = try Child("performer", in: folder)
    child.say(HostText.start("performer", in: folder, options: options))
    for _ in 0..<2 { _ = await child.output.next() }
    child.say(HostText.registered())
    return child
  }

  @Test func `By hand it says what it is and exits with 64`() async throws {
    let child = try Child("performer", in: folder, environment: [:])
    #expect(await child.code() == 64)
    let talk = "performer is a plugin of lifebus-host, and does nothing by itself: lifebus-host --plugins PATH"
    #expect(await child.talk.rest() == [talk])
    #expect(await child.output.rest() == [])
  }

  @Test func `The host's stop stops the plugin, and it exits with 0`() async throws {
    let child = try await child()
    child.say(HostText.stop)
    #expect(await child.output.rest() == [#"{"log":"stops"}"#])
    #expect(await child.code() == 0)
  }

  @Test func `A call that runs at a stop may end`() async throws {
    let child = try await child()
    child.say(HostText.deliver(1, "ignoreCancel"), HostText.stop)
    #expect(await child.output.next() == #"{"log":"begins"}"#)
    child.say(HostText.cancel(1))
    #expect(await child.output.next() == #"{"delivery":1,"done":true,"note":"cancelled: true"}"#)
    #expect(await child.code() == 0)
  }

  @Test(arguments: ["talk", "wait"])
  func `The end of the input is a stop, also in the middle of a call, which is cancelled`(name: String) async throws {
    let child = try await child()
    child.say(HostText.deliver(1, name))
    child.closeInput()
    #expect(await child.code() == 0)
    #expect(await child.output.rest().contains(#"{"log":"stops"}"#))
  }

  @Test func `It ends without a start, too`() async throws {
    let child = try Child("performer", in: folder)
    child.closeInput()
    #expect(await child.code() == 0)
    #expect(await child.output.rest() == [])
  }

  @Test func `A plugin that is still getting ready does not keep it`() async throws {
    let child = try Child("sleeper", in: folder)
    child.say(HostText.start("sleeper", in: folder))
    #expect(await child.output.next() == #"{"log":"getting ready"}"#)
    child.closeInput()
    #expect(await child.code() == 0)
  }

  @Test func `SIGTERM and SIGINT are the host's to obey`() async throws {
    let child = try await child()
    child.send(SIGTERM)
    child.send(SIGINT)
    child.say(HostText.deliver(1, "committed"), HostText.stop)
    #expect(await child.output.next() == #"{"delivery":1,"done":true,"note":"[]"}"#)
    #expect(await child.code() == 0)
  }

  @Test(arguments: [
    ("garbage", "line 3 of the host's: the host's line is no JSON object"),
    (#"{"do":"dance"}"#, "line 3 of the host's: 'dance' is nothing that a plugin is told"),
    (HostText.deliver(1, type: "weather", data: "{}"), "line 3 of the host's: the type 'dev.lifebus.weather' is unknown"),
    (HostText.deliver(1, type: "appear", data: "{}"), "line 3 of the host's: the event has no 'scope'"),
    (
      HostText.deliver(1, "wait") + "\n" + HostText.deliver(2, "wait"),
      "line 4 of the host's: a delivery before another was answered"
    ),
  ])
  func `What no host says ends it with 2 and the reason`(line: String, reason: String) async throws {
    let child = try await child()
    child.say(line)
    #expect(await child.code() == 2)
    #expect(await child.talk.rest() == ["performer: " + reason])
  }

  @Test func `A delivery before the answer to start is out of turn`() async throws {
    let child = try Child("performer", in: folder)
    child.say(HostText.deliver(1, "talk"))
    #expect(await child.code() == 2)
    #expect(await child.talk.rest() == ["performer: line 1 of the host's: it comes out of turn"])
  }

  @Test func `A host of another version is told so`() async throws {
    let child = try Child("performer", in: folder)
    child.say(#"{"lifebus":2,"do":"start","name":"performer"}"#)
    let refusal = "the plugin speaks version 1 of the protocol, the host version 2: build both anew"
    #expect(await child.output.rest() == [#"{"lifebus":1,"error":"\#(refusal)"}"#])
    #expect(await child.code() == 7)
  }
}
