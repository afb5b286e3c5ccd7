import Foundation
import LifebusSystem
import LifebusWire
import TestSupport
import Testing

@testable import LifebusHost

/// What a client is told that watches or asks.
@Suite struct WatchingTests {
  private static let arguments = ["--plugins", "recorder,doorkeeper", "--json"]

  private func tail(_ change: (inout WireRequest.Tail) -> Void) -> String {
    var tail = WireRequest.Tail()
    tail.form = .json
    change(&tail)
    return WireRequest.tail(tail).line + "\n"
  }

  @Test func `a tail has the lines of the host, from its greeting to the host's end`() async throws {
    let run = try HostedRun(Self.arguments, events: nil)
    let path = await run.socket()
    let client = try RawClient(path)
    client.send(tail { _ in })
    _ = await client.lines.line(with: "pid")
    _ = try await RawClient.answers(path, emitRequest() + Line.launch + "\n" + Line.appear("home") + "\n")
    run.signals.yield(SIGTERM)
    let lines = await client.lines.all()
    let result = await run.result()
    let own = result.output.drop { !$0.contains(#""event":"launch""#) }
    #expect(lines.dropFirst().dropLast() == own)
    #expect(lines.last == #"{"lifebus":1,"end":"shutdown"}"#)
  }

  @Test func `a tail can be for one handler or type, and end after a count or when all is idle`() async throws {
    let run = try HostedRun(Self.arguments, events: nil)
    let path = await run.socket()
    let counted = try RawClient(path)
    counted.send(
      tail {
        $0.handler = "recorder"
        $0.type = "custom"
        $0.count = 1
      })
    _ = await counted.lines.line(with: "pid")
    let events = [Line.launch, Line.appear("a"), Line.custom("tell"), Line.custom("tell")].joined(separator: "\n") + "\n"
    _ = try await RawClient.answers(path, emitRequest() + events)
    let lines = await counted.lines.all()
    #expect(lines.count == 3 && lines[1].contains(#""activity":"started""#) && lines[1].contains("custom:tell"))
    #expect(lines.last == #"{"lifebus":1,"end":"complete"}"#)
    let idling = try RawClient(path)
    idling.send(tail { $0.untilIdle = true })
    let idle = await idling.lines.all()
    #expect(idle.count == 2 && idle.last == #"{"lifebus":1,"end":"complete"}"#)
    run.signals.yield(SIGTERM)
    _ = await run.result()
  }

  @Test func `a tail that is gone is noticed before the next event`() async throws {
    let limits = try TemporaryFolder()
    let config = try limits.write(#"{"limits":{"clients":1}}"#, to: "c.json")
    let run = try HostedRun(Self.arguments + ["--config", config], events: nil)
    let path = await run.socket()
    let first = try RawClient(path)
    first.send(tail { _ in })
    _ = await first.lines.line(with: "pid")
    first.endSending()
    #expect(await first.lines.all().count == 2)
    // The one place for a client is free again, as soon as the host has let go of the first.
    while try await RawClient.answers(path, WireRequest.status.line + "\n").count != 3 {}
    run.signals.yield(SIGTERM)
    _ = await run.result()
  }

  @Test func `status says what runs, what waits, who holds it, and the verdicts of gates`() async throws {
    let run = try HostedRun(["--plugins", "recorder,doorkeeper,guest", "--json"], events: nil)
    let path = await run.socket()
    _ = try await RawClient.answers(path, emitRequest() + [Line.launch, Line.custom("fail")].joined(separator: "\n") + "\n")
    let hanging = try RawClient(path)
    hanging.send(emitRequest() + Line.custom("hang") + "\n")
    _ = await run.output.line(matching: /"activity":"started".*"custom:hang"/)
    _ = try await RawClient.answers(path, emitRequest(.accepted) + Line.appear("a") + "\n")
    let status = try await RawClient.answers(path, WireRequest.status.line + "\n")[1]
    for part in [
      #""isLaunched":true,"phase":"background","entries":0,"exits":0,"events":5,"waitingForLaunch":0"#,
      #"{"handler":"recorder","state":"running","lag":1,"running":{"event":"custom:hang","sequence":3,"attempt":1,"seconds":"#,
      #""lastError":"it is broken","lastErrorSeconds":"#, #""counts":{"done":1,"failed":1}}"#,
      #"{"handler":"guest","state":"held","lag":1,"heldBy":"doorkeeper","counts":{}}"#,
      #"{"gate":"doorkeeper","verdict":"closed","sinceSeconds":"#,
    ] {
      #expect(status.contains(part), "\(status)")
    }
    run.signals.yield(SIGTERM)
    run.signals.yield(SIGTERM)
    _ = await run.result()
  }

  @Test func `plan, plugins and explain answer a line for each`() async throws {
    let run = try HostedRun(["--plugins", "doorkeeper,guest", "--json"], events: nil)
    let path = await run.socket()
    let event = #"{"type":"appear","scope":"a","id":"X"}"#
    _ = try await RawClient.answers(path, emitRequest() + Line.launch + "\n" + event + "\n")
    func answers(_ request: WireRequest) async throws -> [String] { try await RawClient.answers(path, request.line + "\n") }
    #expect(
      try await answers(.plan).dropFirst().dropLast() == [
        #"{"handler":"doorkeeper","clauses":[{"kind":"launch"},{"kind":"custom:signedIn"}],"gate":{"timeoutMs":30000}}"#,
        #"{"handler":"guest","clauses":[{"kind":"appear"}],"behind":"doorkeeper"}"#,
      ])
    let plugins = try await answers(.plugins)
    #expect(plugins.contains(#"{"plugin":"guest","hosted":true,"state":"held"}"#))
    #expect(plugins.contains(#"{"plugin":"recorder","hosted":false}"#))
    let one = try await answers(.explain(id: "X", source: nil, handler: "guest"))
    #expect(one[1].hasPrefix(#"{"event":"appear","sequence":3,"handler":"guest","outcome":"held","why":"appear (event 3)"#))
    #expect(try await answers(.explain(id: "3", source: nil, handler: nil)).count == 4)
    for (id, handler, problem) in [("99", nil, "there is no event 99"), ("3", "nobody", "no handler 'nobody' is registered")] {
      let refusal = try await answers(.explain(id: id, source: nil, handler: handler))
      #expect(refusal.count == 1 && refusal[0].contains(problem) && refusal[0].hasSuffix(#""exitCode":2}"#))
    }
    run.signals.yield(SIGTERM)
    _ = await run.result()
  }

  @Test(arguments: [
    (#"{"lifebus":2,"do":"status"}"#, "the client speaks protocol 2, and this host protocol 1", 7),
    (#"{"do":"status"}"#, "the client speaks no protocol that this host knows", 7),
    (#"{"lifebus":1,"do":"dance"}"#, "'dance' is nothing that this host does", 2), ("GET / HTTP/1.1", "no JSON object", 2),
    (#"{"lifebus":1,"do":"emit"}"#, "an 'emit' needs", 2),
    (#"{"lifebus":1,"do":"tail","form":"json","count":0}"#, "a 'tail' has a 'count' of at least 1", 2),
  ])
  func `a request that is not understood is refused in words`(request: String, problem: String, code: Int) async throws {
    let run = try HostedRun(Self.arguments, events: nil)
    let lines = try await RawClient.answers(await run.socket(), request + "\n")
    #expect(lines.count == 1 && lines[0].contains(problem) && lines[0].hasSuffix(#""exitCode":\#(code)}"#), "\(lines)")
    run.signals.yield(SIGTERM)
    _ = await run.result()
  }
}
