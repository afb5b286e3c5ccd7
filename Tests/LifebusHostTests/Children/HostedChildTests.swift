import Foundation
import Lifebus
import LifebusJSON
import LifebusSystem
import LifebusWire
import TestSupport
import Testing

@testable import LifebusHost

/// Programs in a whole host.
@Suite(.timeLimit(.minutes(1))) struct HostedChildTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(atPath: folder["rogue"], withDestinationPath: ChildRun.path)
  }

  /// The arguments of a host with the program, with options of its and limits of the host's.
  private func arguments(
    _ answer: String = #""on":["any"]"#, options: [String: String] = [:], limits: String = "{}"
  ) throws -> [String] {
    let answer = ["answer": #"{"lifebus":1,\#(answer)}"#].merging(options) { $1 }
    let options = JSONLine.object(answer, JSONLine.quoted)
    let config = try folder.write(#"{"plugins":{"./rogue":\#(options)},"limits":\#(limits)}"#, to: "lifebus.json")
    return ["--plugins", "recorder,./rogue", "--config", config]
  }

  /// What the host answers to a request, as objects; its last line is left out.
  private func ask(_ run: HostedRun, _ request: WireRequest) async throws -> [JSONObject] {
    let lines = try await RawClient.answers(await run.socket(), request.line + "\n")
    return lines.dropFirst().compactMap { JSONObject(parsing: Array($0.utf8)) }
  }

  private func rogue(_ run: HostedRun) async throws -> JSONObject {
    try #require(try await ask(run, .plugins).first { $0.text("plugin") == "rogue" })
  }

  private func emit(_ run: HostedRun, _ events: String...) async throws {
    _ = try await RawClient.answers(
      await run.socket(), emitRequest() + events.map { $0 + "\n" }.joined())
  }

  @Test func `A program that refuses to start ends the host with code 2 and its words`() async throws {
    let run = try HostedRun(try arguments(options: ["atStart": "refuse"]), in: folder)
    let result = await run.result()
    #expect(result.code == .badInput)
    #expect(result.talk.contains("lifebus-host: plugin 'rogue' cannot start: no disk"))
  }

  @Test func `A host that cannot start ends the programs that it has started, also one that does not want to`() async throws {
    let arguments = try arguments(options: ["atStop": "sleep"])
    try folder.write("#!/bin/sh\nread line; echo '{\"lifebus\":1,\"error\":\"no disk\"}'", to: "refuser.sh")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder["refuser.sh"])
    let run = try HostedRun(arguments.map { $0 == "recorder,./rogue" ? "./rogue,./refuser.sh" : $0 }, in: folder)
    let result = await run.result()
    #expect(result.code == .badInput)
    #expect(result.talk.contains("lifebus-host: plugin 'refuser' cannot start: no disk"))
    let line = try #require(result.talk.first { $0.hasPrefix("rogue: starts as") })
    let child = try? ProcessEnd(try #require(Int32(line.split(separator: " ").last ?? "")))
    #expect(child?.comes(within: .seconds(5)) != false)
  }

  @Test func `The plugins say which program one is, and how often it was started again`() async throws {
    let run = try HostedRun(try arguments(), in: folder, events: nil)
    try await emit(run, Line.launch, Line.custom("crash"))
    let line = try await rogue(run)
    #expect(line.isTrue("hosted") && line.text("program") == folder["./rogue"] && line.number("restarts") == 1)
    #expect(isRunning(Int32(line.number("pid") ?? 0)))
    let recorder = try await ask(run, .plugins).first { $0.text("plugin") == "recorder" }
    #expect(recorder?.text("program") == nil && recorder?.isTrue("hosted") == true)
    #expect(await run.stop().code == .done)
  }

  @Test func `One that dies too often is quarantined with its reason, and starts again when it is released`() async throws {
    let run = try HostedRun(try arguments(limits: #"{"restarts":1}"#), in: folder, events: nil)
    // What it is to get is held, and that is an answer.
    try await emit(run, Line.launch, Line.custom("die"))
    let line = try await rogue(run)
    #expect(line.text("state") == "quarantined" && line["pid"] == nil)
    #expect(
      line.text("quarantine") == "its program ended 2 times in 60 s; the last time, it was ended by signal 9 (Killed)")
    #expect(try await run.ask(.release(handler: "rogue")) == [#"{"handler":"rogue","released":true}"#])
    _ = await run.talk.line(with: "rogue: starts as", count: 3)
    #expect(await run.stop().talk.contains { $0.hasPrefix("rogue: starts as") })
  }

  @Test func `A reload answers with the new process, and says in words why it cannot be`() async throws {
    let run = try HostedRun(try arguments(), in: folder, events: nil)
    try await emit(run, Line.launch, Line.custom("hello"))
    let before = try await rogue(run).number("pid")
    let answer = try #require(try await ask(run, .reload(plugin: "rogue")).first)
    #expect(answer.text("plugin") == "rogue" && answer.isTrue("reloaded"))
    #expect(answer.number("pid") != before && isRunning(Int32(answer.number("pid") ?? 0)))
    #expect(
      try await ask(run, .reload(plugin: "recorder")).first?.text("error")
        == "'recorder' runs in the host's own process: restart the host to have another one")
    #expect(
      try await ask(run, .reload(plugin: "nobody")).first?.text("error")
        == "'nobody' is not hosted; hosted are recorder, rogue")
    #expect(await run.stop().code == .done)
  }

  @Test func `What is committed is there in the next host`() async throws {
    let arguments = try arguments(#""on":["any"],"durable":true"#)
    let events = [Line.launch, #"{"type":"custom","name":"commit","attributes":{"value":"17"}}"#]
    let first = try HostedRun(arguments + ["--events", "-", "--until-idle"], in: folder, events: events)
    #expect(await first.result().talk.contains("rogue: committed: nothing"))
    let second = try HostedRun(arguments + ["--events", "-", "--until-idle"], in: folder, events: [Line.launch])
    #expect(await second.result().talk.contains("rogue: committed: 17"))
  }

  // MARK: A host that is killed

  private func program(_ arguments: [String]) throws -> RunningProgram {
    let plugins = arguments.map { $0 == "recorder,./rogue" ? "./rogue" : $0 }
    return try RunningProgram(plugins + ["--state", folder["state"], "--events", "-"], in: folder)
  }

  private func pid(_ host: RunningProgram) async throws -> Int32 {
    let line = try #require(await host.talk.line(with: "rogue: starts as"))
    return try #require(Int32(line.split(separator: " ").last ?? ""))
  }

  @Test func `A delivery in whose middle the host is killed comes again, and the program ends by itself`() async throws {
    let arguments = try arguments(#""on":["any"],"durable":true"#)
    let first = try program(arguments)
    let child = try ProcessEnd(try await pid(first))
    first.write([Line.launch, Line.custom("silent")].joined(separator: "\n") + "\n")
    _ = await first.talk.line(with: "says nothing")
    first.send(SIGKILL)
    #expect(await first.code() == -SIGKILL)
    #expect(child.comes(within: .seconds(5)))
    let second = try program(arguments)
    second.write(Line.launch + "\n")
    #expect(await second.talk.line(with: "says nothing") != nil)
    second.send(SIGKILL)
    _ = await second.code()
  }

  @Test func `A delivery knows that it comes from an earlier process`() async throws {
    let arguments = try arguments(#""on":["custom:sleep"],"durable":true"#)
    let first = try program(arguments)
    first.write([Line.launch, Line.custom("sleep")].joined(separator: "\n") + "\n")
    _ = await first.talk.line(with: "rogue: sleeps")
    first.send(SIGKILL)
    _ = await first.code()
    let second = try program(arguments)
    second.write(Line.launch + "\n")
    #expect(await second.talk.line(with: "rogue: sleep") == "rogue: sleep  #2 of an earlier process")
    second.send(SIGTERM)
    _ = await second.code()
  }

  @Test func `One that ignores the end of its input is gone after the next start`() async throws {
    let arguments = try arguments(options: ["atStop": "sleep"])
    let first = try program(arguments)
    let pid = try await pid(first)
    let child = try ProcessEnd(pid)
    first.send(SIGKILL)
    _ = await first.code()
    #expect(isRunning(pid))
    let second = try program(arguments)
    #expect(await second.talk.line(with: "a program that a killed host had left was ended")?.hasPrefix("rogue: ") == true)
    #expect(child.comes(within: .seconds(5)))
    let next = try await self.pid(second)
    second.send(SIGKILL)
    _ = await second.code()
    kill(next, SIGKILL)
  }
}
