import Foundation
import Lifebus
import LifebusSystem
import LifebusWire
import TestSupport
import Testing

@testable import LifebusHost

/// What a running host tells of its ledger, and does to it.
@Suite struct HostedLedgerTests {
  private func letters(_ sequence: Int?) -> LedgerRequest.DeadLetters { .init(handler: "keeper", sequence: sequence) }

  private func choice(_ change: (inout LedgerRequest.Choice) -> Void = { _ in }) -> LedgerRequest {
    var choice = LedgerRequest.Choice()
    change(&choice)
    return .ls(choice)
  }

  /// A host whose keeper has handled three events, of which two failed.
  private func start() async throws -> HostedRun {
    let run = try HostedRun(["--plugins", "recorder,keeper"], events: nil)
    let events = [Line.launch, Line.custom("fail"), Line.custom("fine"), Line.custom("fail")].joined(separator: "\n") + "\n"
    _ = try await RawClient.answers(await run.socket(), emitRequest() + events)
    return run
  }

  @Test func `deliveries are listed, by state, and the newest of many with the number of the others`() async throws {
    let run = try await start()
    let lines = try await run.ask(choice())
    #expect(lines.count == 3)
    let time = #""time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z""#
    let dead = try Regex(
      #"^\{"handler":"keeper","sequence":2,"event":"custom:fail",\#(time),"state":"dead","attempts":1,"failures":0,"reason":"it is broken"\}$"#
    )
    #expect(lines[0].contains(dead), "\(lines[0])")
    #expect(lines[1].contains(#""event":"custom:fine""#) && lines[1].contains(#""state":"finished","attempts":1"#))
    #expect(lines[1].contains(#""outcome":"done","ended":""#))
    #expect(try await run.ask(choice { $0.states = ["dead"] }) == [lines[0], lines[2]])
    #expect(try await run.ask(choice { $0.limit = 1 }) == [lines[2], #"{"older":2}"#])
    #expect(try await run.ask(choice { $0.handler = "recorder" }) == [])
    #expect(
      try await run.refusal(choice { $0.states = ["ill"] })
        == "no delivery is 'ill'; known are waiting, running, dead, finished")
    _ = await run.stop()
  }

  @Test func `an event is shown by its number with its content, and by its id`() async throws {
    let run = try await start()
    let given = #"{"type":"custom","name":"fine","id":"X","attributes":{"a":"b"}}"# + "\n"
    _ = try await RawClient.answers(await run.socket(), emitRequest() + given)
    let byID = try await run.ask(.show("X"))
    #expect(byID.count == 1 && byID[0].contains(#""id":"X""#))
    #expect(
      byID[0].contains(#""type":"custom","payload":{"attributes":{"a":"b"},"name":"fine"},"deliveries":[{"handler":"keeper""#))
    #expect(try await run.ask(.show("5")) == byID)
    #expect(try await run.refusal(.show("99"))?.hasPrefix("the ledger has no event '99'") == true)
    _ = await run.stop()
  }

  @Test func `a discarded letter is one no more when the answer comes, and a redriven one is called again`() async throws {
    let run = try await start()
    #expect(
      try await run.ask(.discard(letters(2))) == [#"{"handler":"keeper","sequence":2,"event":"custom:fail","discarded":true}"#])
    #expect(try await run.ask(choice()).first?.contains(#""outcome":"discarded""#) == true)
    #expect(
      try await run.ask(.redrive(letters(nil))) == [#"{"handler":"keeper","sequence":4,"event":"custom:fail","redriven":true}"#]
    )
    let result = await run.stop()
    #expect(result.output.count { $0.contains("fail") && $0.contains("keeper") } == 3, "\(result.output)")
  }

  @Test func `who asks for a dead letter that is not there is told which are`() async throws {
    let run = try await start()
    #expect(try await run.refusal(.redrive(letters(3))) == "'keeper' has no dead letter of event 3; it has those of 2, 4")
    #expect(
      try await run.refusal(.discard(.init(handler: "recorder", sequence: 2)))?.hasPrefix("'recorder' has no dead letters")
        == true)
    _ = await run.stop()
  }

  @Test func `a handler that is hosted is not forgotten, and one that is unknown is told from it`() async throws {
    let run = try await start()
    #expect(
      try await run.refusal(.forget(handler: "keeper"))
        == "'keeper' is hosted: stop the host, or start it without 'keeper', and forget it then")
    #expect(
      try await run.refusal(.forget(handler: "recorder"))
        == "the ledger keeps nothing for 'recorder'; it keeps something for keeper")
    #expect(try await run.refusal(.release(handler: "keeper")) == "'keeper' is not quarantined; quarantined: nobody")
    _ = await run.stop()
  }

  @Test func `a ledger that is well is verified while the host runs`() async throws {
    let run = try await start()
    #expect(try await run.ask(.verify) == [#"{"verified":true,"events":3,"deliveries":3,"onceKeys":0}"#])
    _ = await run.stop()
  }

  @Test func `a handler that is absent stands in the status with what waits for it, until it is forgotten`() async throws {
    let first = try await start()
    _ = await first.stop()
    let run = try HostedRun(["--plugins", "recorder"], in: first.folder, events: nil)
    let path = await run.socket()
    _ = try await RawClient.answers(path, emitRequest() + Line.launch + "\n" + Line.custom("fine") + "\n")
    func status() async throws -> String { try await RawClient.answers(path, WireRequest.status.line + "\n")[1] }
    #expect(try await status().contains(#""absent":[{"handler":"keeper","waiting":1}]"#))
    #expect(try await run.ask(.forget(handler: "keeper")) == [#"{"handler":"keeper","forgotten":true}"#])
    #expect(try await status().contains(#""absent":[]"#))
    #expect(try await run.ask(choice()).last?.contains(#""outcome":"forgotten""#) == true)
    _ = await run.stop()
  }

  @Test func `a plugin that crashed twice is quarantined with its reason, until it is released`() async throws {
    let folder = try TemporaryFolder()
    let empty = try HostedRun(["--plugins", "keeper"], in: folder, events: nil)
    _ = await empty.socket()
    _ = await empty.stop()
    try folder.crash("keeper", times: 2)
    let run = try HostedRun(["--safe-mode"], in: folder, events: nil)
    let path = await run.socket()
    func keeper() async throws -> String? {
      try await RawClient.answers(path, WireRequest.plugins.line + "\n").first { $0.contains(#""plugin":"keeper""#) }
    }
    let why = #""quarantine":"two processes in a row have crashed while it handled custom:trap""#
    #expect(try await keeper()?.contains(why) == true)
    #expect(try await run.ask(.release(handler: "keeper")) == [#"{"handler":"keeper","released":true}"#])
    #expect(try await keeper()?.contains("quarantine") == false)
    _ = await run.stop()
  }
}
