import Foundation
import LifebusSystem
import LifebusWire
import TestSupport
import Testing

@testable import LifebusHost

/// Each limit of the socket, set low in the configuration.
@Suite struct SocketLimitTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func start(_ limits: String) async throws -> (run: HostedRun, path: String) {
    let config = try folder.write(#"{"limits":\#(limits)}"#, to: "c.json")
    let run = try HostedRun(["--plugins", "recorder", "--json", "--config", config], events: nil)
    return (run, await run.socket())
  }

  private func end(_ run: HostedRun) async {
    run.signals.yield(SIGTERM)
    _ = await run.result()
  }

  @Test func `one client too many is told so`() async throws {
    let (run, path) = try await start(#"{"clients":2}"#)
    let clients = try (0..<2).map { _ in try RawClient(path) }
    for client in clients {
      client.send(emitRequest())
      _ = await client.lines.line(with: "pid")
    }
    #expect(
      try await RawClient(path).lines.all() == [
        #"{"lifebus":1,"error":"the host has 2 clients, which is its limit: try again","exitCode":6}"#
      ])
    await end(run)
    for client in clients { #expect(await client.lines.all().last == #"{"lifebus":1,"end":"shutdown"}"#) }
  }

  @Test func `a client that says nothing is told so and closed; one that says that it is there is not`() async throws {
    let (run, path) = try await start(#"{"idleSeconds":1}"#)
    let (patient, patientPath) = try await start(#"{"idleSeconds":6}"#)
    let present = try RawClient(patientPath)
    present.send(emitRequest())
    for _ in 0..<3 {
      // A second each: it is the host that keeps the time.
      let silent = try RawClient(path)
      #expect(await silent.lines.all() == [#"{"lifebus":1,"error":"nothing came for 1.00 s","exitCode":2}"#])
      present.send(String(decoding: [Wire.idle], as: UTF8.self))
    }
    present.send(Line.launch + "\n")
    #expect(await present.lines.line(with: #""event":"launch""#) != nil)
    #expect(await present.lines.all().last?.contains("nothing came for 6.00 s") == true)
    await end(run)
    await end(patient)
  }

  @Test func `a client that waits for an answer may say nothing`() async throws {
    let (run, path) = try await start(#"{"idleSeconds":1}"#)
    let client = try RawClient(path)
    client.send(emitRequest(timeout: 1_500) + Line.launch + "\n" + Line.custom("hang") + "\n")
    #expect(await client.lines.line(with: "custom:hang")?.contains(#""settled":false"#) == true)
    client.disappear()
    run.signals.yield(SIGTERM)
    await end(run)
  }

  /// A tail that reads nothing before it is told to.
  private func unreadTail(_ run: HostedRun, _ path: String) async throws -> (client: RawClient, read: () -> Void) {
    let (start, starts) = AsyncStream<Void>.makeStream()
    let client = try RawClient(path, readingAfter: start)
    var tail = WireRequest.Tail()
    tail.form = .json
    client.send(WireRequest.tail(tail).line + "\n")
    // The host answers clients in the order in which they came, and the reader is made before the greeting.
    while try await !run.isWatched(at: path) {}
    return (client, { starts.finish() })
  }

  private func flood(_ path: String) async throws {
    let events = ([Line.launch] + (0..<10_000).map { Line.appear("s\($0 % 9)") }).joined(separator: "\n") + "\n"
    #expect(try await RawClient.answers(path, emitRequest() + events).count == 10_003)
  }

  @Test func `a tail that is not read loses the oldest lines, is told how many, and holds nobody up`() async throws {
    let (run, path) = try await start(#"{"tailItems":10,"unreadSeconds":60}"#)
    let (tail, read) = try await unreadTail(run, path)
    try await flood(path)
    read()
    #expect(await tail.lines.line(with: #""activity":"lost""#)?.contains(#""count":"#) == true)
    await end(run)
    #expect(await tail.lines.all().last == #"{"lifebus":1,"end":"shutdown"}"#)
  }

  @Test func `a tail that takes nothing is closed`() async throws {
    let (run, path) = try await start(#"{"unreadSeconds":1,"tailItems":10}"#)
    let (tail, read) = try await unreadTail(run, path)
    try await flood(path)
    while try await run.isWatched(at: path) {}
    read()
    #expect(await tail.lines.all().last?.contains("end") == false)
    await end(run)
  }

  @Test func `more than so many lines without an answer are not read`() async throws {
    let (run, path) = try await start(#"{"unansweredLines":2}"#)
    let client = try RawClient(path)
    let hanging = Array(repeating: Line.custom("hang"), count: 10).joined(separator: "\n") + "\n"
    client.send(emitRequest() + Line.launch + "\n" + hanging)
    _ = await run.output.line(with: #""sequence":4,"#)
    // The one that finds no room is posted: only its answer has no place.
    let status = try await RawClient.answers(path, WireRequest.status.line + "\n")[1]
    #expect(status.contains(#""events":4,"#), "\(status)")
    client.disappear()
    run.signals.yield(SIGTERM)
    await end(run)
  }

  @Test func `more events than the limit before the launch are refused`() async throws {
    let (run, path) = try await start(#"{"heldBeforeLaunch":1}"#)
    let events = [Line.appear("a"), Line.appear("b")].joined(separator: "\n") + "\n"
    let lines = try await RawClient.answers(path, emitRequest(.accepted) + events)
    #expect(lines[1].contains(#""disposition":"waitingForLaunch""#))
    #expect(lines[2].contains("was not accepted: 1 events wait for the launch already"))
    await end(run)
  }

  @Test(arguments: [
    (#"{"cleints":1}"#, "limit 'cleints' is unknown; known are clients, idleSeconds"),
    (#"{"clients":0}"#, "limit 'clients' must be a whole number from 1 to 10000"),
    (#"{"clients":"2"}"#, "limit 'clients' must be a whole number from 1 to 10000"),
  ])
  func `a wrong limit is told`(limits: String, problem: String) async throws {
    let config = try folder.write(#"{"limits":\#(limits)}"#, to: "c.json")
    let result = try await HostedRun.result(["--plugins", "recorder", "--config", config])
    #expect(result.code == .badInput && result.talk.count == 1 && result.talk[0].contains(problem))
  }
}
