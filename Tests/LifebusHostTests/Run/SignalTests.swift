import Foundation
import LifebusSystem
import TestSupport
import Testing

@testable import LifebusHost

@Suite struct SignalTests {
  private static let arguments = ["--plugins", "recorder", "--events", "-", "--json"]

  @Test func `a signal ends a host that has nothing left with code 0`() async throws {
    let run = try HostedRun(Self.arguments, events: [Line.launch, Line.appear("home")])
    _ = await run.output.line(with: #""scope":"home","scene":"main","handler":"recorder","attempt":1,"outcome":"done""#)
    run.signals.yield(SIGTERM)
    let result = await run.result()
    #expect(result.code == .done)
    #expect(result.output.last?.contains("shuttingDown") == true, "a summary is for --until-idle")
    #expect(result.talk.last == "recorder: stopped")
  }

  @Test func `a signal is heard while the input is open and silent`() async throws {
    let run = try HostedRun(Self.arguments, events: nil)
    _ = await run.talk.line(with: "started")
    run.signals.yield(SIGINT)
    #expect(await run.result().code == .done)
  }

  @Test func `a call that does not end within the grace is cut off and told, with code 3`() async throws {
    let run = try HostedRun(
      Self.arguments + ["--grace", "10ms"], events: [Line.launch, Line.custom("hang"), Line.appear("home")])
    _ = await run.output.line(with: #""activity":"started","#)
    _ = await run.output.line(with: #""event":"appear""#)
    run.signals.yield(SIGTERM)
    let result = await run.result()
    #expect(result.code == .timedOut)
    #expect(
      result.talk.filter { $0.hasPrefix("lifebus-host: not") } == [
        "lifebus-host: not finished: 'recorder', event 2 custom:hang: its call was cut off",
        "lifebus-host: not finished: 'recorder', event 4 appear home: it was not called",
      ])
  }

  @Test func `a signal before a run to idle is done is told, with code 3`() async throws {
    let run = try HostedRun(Self.arguments + ["--until-idle"], events: nil)
    _ = await run.talk.line(with: "started")
    run.signals.yield(SIGTERM)
    let result = await run.result()
    #expect(result.code == .timedOut)
    #expect(result.talk.contains("lifebus-host: SIGTERM came before all was done"))
    #expect(result.output.last?.hasPrefix(#"{"activity":"summary""#) == true)
  }

  @Test func `output that nobody reads keeps no bus from being shut down`() async throws {
    let (start, reading) = AsyncStream<Void>.makeStream()
    // More than a pipe takes before `told`, and more after it than the host reads while its output stands still.
    let appears = (0..<5_000).map { Line.appear("s\($0)") }
    let events = [Line.launch] + appears.prefix(200) + [Line.custom("tell")] + appears.dropFirst(200)
    let run = try HostedRun(Self.arguments, events: events, readingAfter: start)
    _ = await run.talk.line(with: "told")
    run.signals.yield(SIGTERM)
    #expect(await run.talk.line(with: "stopped") != nil)
    reading.finish()
    #expect(await run.result().code == .done)
  }

  @Test func `a second signal ends the process at once, whatever runs`() async throws {
    await #expect(processExitsWith: .exitCode(128 + SIGTERM)) {
      let output = try Descriptor.pipe()
      let reader = LineReader(output.reading)
      let folder = try TemporaryFolder()
      let events = try folder.write([Line.launch, Line.custom("hang")].joined(separator: "\n"), to: "events.jsonl")
      let surroundings = Surroundings(
        environment: [:], folder: folder.path, input: .standardInput, output: output.writing, talk: Talk(to: .standardError),
        signals: try StopSignals.install())
      let host = PluginHost(catalog: PluginCatalog([Recorder.self]), surroundings: surroundings)
      Task.detached {
        await host.run(
          ["--plugins", "recorder", "--events", events, "--json", "--grace", "60m", "--state", folder["state"]])
      }
      _ = await reader.line(with: #""event":"custom:hang","handler":"recorder","attempt":1"#)
      kill(getpid(), SIGTERM)
      _ = await reader.line(with: "shuttingDown")
      kill(getpid(), SIGTERM)
      try await neverUnlessCancelled()
    }
  }
}
