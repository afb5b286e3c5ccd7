import Foundation
import Lifebus
import LifebusShell
import LifebusWire
import TestSupport
import Testing

@testable import LifebusHost

/// What the files of a ledger tell that no host has, and what is done to them.
@Suite struct LedgerFilesTests {
  private let folder: TemporaryFolder
  private static let dead: LedgerRequest = {
    var choice = LedgerRequest.Choice()
    choice.states = ["dead"]
    return .ls(choice)
  }()

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Runs a host to its end, whose keeper keeps a dead letter.
  private func host() async throws {
    let events = [Line.launch, Line.custom("fail"), Line.custom("fine")]
    _ = try await HostedRun(["--plugins", "keeper", "--events", "-", "--until-idle"], in: folder, events: events).result()
  }

  @Test func `what a host has left is listed, and changed, without it`() async throws {
    try await host()
    #expect(try folder.ask(Self.dead).count == 1)
    _ = try folder.ask(.redrive(.init(handler: "keeper", sequence: 2)))
    #expect(try folder.ask(Self.dead) == [])
    #expect(try folder.ask(.forget(handler: "keeper")) == [#"{"handler":"keeper","forgotten":true}"#])
    let result = try await HostedRun(["--plugins", "recorder"], in: folder, events: nil).stop()
    #expect(!result.talk.contains { $0.contains("keeper") })
  }

  @Test func `what ran when its process died is told, and that it was repeated after that`() async throws {
    try await host()
    try folder.crash("keeper", times: 1)
    let cutOff = try #require(try folder.ask(.ls(LedgerRequest.Choice())).last)
    #expect(cutOff.contains(#""state":"running","attempts":1,"failures":0,"cutOff":1"#))
    try await host()
    let repeated = try #require(try folder.ask(.show("4")).first)
    #expect(repeated.contains(#""attempts":2,"failures":0,"cutOff":1,"outcome":"done""#))
  }

  @Test func `a quarantine is lifted on the files`() async throws {
    try await host()
    try folder.crash("keeper", times: 2)
    _ = try await HostedRun(["--safe-mode"], in: folder, events: nil).stop()
    #expect(throws: Refusal.self) { try folder.ask(.release(handler: "sync")) }
    #expect(try folder.ask(.release(handler: "keeper")) == [#"{"handler":"keeper","released":true}"#])
    #expect(throws: Refusal.self) { try folder.ask(.release(handler: "keeper")) }
  }

  @Test func `a changed byte is a finding, and so is a file that is no ledger`() async throws {
    try await host()
    #expect(try folder.ask(.verify).first?.hasPrefix(#"{"verified":true"#) == true)
    let url = URL(filePath: folder.ledger + "/ledger.sqlite")
    var bytes = try Data(contentsOf: url)
    bytes[bytes.count - 100] ^= 1
    try bytes.write(to: url)
    #expect(try folder.ask(.verify).allSatisfy { $0.hasPrefix(#"{"finding":"#) })
    try Data("no ledger at all, but long enough to be looked at".utf8).write(to: url)
    #expect(try folder.ask(.verify).first?.hasPrefix(#"{"finding":"#) == true)
    #expect(throws: Refusal.self) { try folder.ask(Self.dead) }
  }

  @Test func `a ledger that a process has is read, and not changed`() async throws {
    let run = try HostedRun(["--plugins", "keeper"], in: folder, events: nil)
    _ = try await RawClient.answers(await run.socket(), emitRequest() + Line.launch + "\n" + Line.custom("fail") + "\n")
    #expect(try folder.ask(Self.dead).count == 1)
    let error = #expect(throws: Refusal.self) { try folder.ask(.discard(.init(handler: "keeper", sequence: 2))) }
    #expect(error?.words.contains("in use by the process with pid \(getpid())") == true)
    _ = await run.stop()
  }

  @Test func `where there is no ledger none is made`() throws {
    #expect(throws: Refusal.self) { try folder.ask(.verify) }
    #expect(throws: Refusal.self) { try folder.ask(.forget(handler: "a")) }
    #expect(!FileManager.default.fileExists(atPath: folder.ledger))
  }
}
