import Foundation
import Lifebus
import TestSupport
import Testing

@testable import LifebusHost

/// Another program takes the place of the one that runs.
@Suite(.timeLimit(.minutes(1))) struct ChildReloadTests {
  @Test func `Under load nothing is lost and nothing comes twice`() async throws {
    let run = try ChildRun(#""on":["custom:work"]"#)
    try await run.start()
    let receipts = (0..<2_000).map { run.post("work", "\($0)") }
    for _ in 0..<5 { try await run.plugin.reload() }
    for receipt in receipts { #expect(try await receipt.settled()["rogue"] == .done) }
    #expect(await run.plugin.restarts == 0)
    let lines = await run.end()
    #expect(lines.filter { $0.hasPrefix("work") } == (0..<2_000).map { "work \($0) #1" })
    #expect(lines.count { $0.hasPrefix("starts as") } == 6)
    #expect(lines.count { $0 == "ends" } == 6)
  }

  @Test func `It waits for the call that runs`() async throws {
    let run = try ChildRun(#""on":["any"],"timeoutMs":500,"graceMs":50"#)
    try await run.start()
    let receipt = run.post("silent")
    _ = await run.log.line(with: "says nothing")
    try await run.plugin.reload()
    #expect(try await receipt.settled()["rogue"] == .timedOut)
    #expect(try await run.outcome("next") == .done)
    let lines = await run.end()
    #expect(lines.contains("cancel 2"))
  }

  @Test func `One whose new program does not start is told so, and tried again`() async throws {
    let run = try ChildRun()
    try await run.start()
    try run.folder.write(#"{"lifebus":1,"error":"no disk"}"#, to: "answer")
    let error = await #expect(throws: ChildRefusal.self) { try await run.plugin.reload() }
    #expect(error?.description == "no disk")
    #expect(run.bus.snapshot().handlers.first?.quarantine == "no disk")
    let again = await #expect(throws: HostError.self) { try await run.plugin.reload() }
    #expect(
      again?.description
        == "'rogue' is quarantined, and starts when it is released: lifebus plugins --release rogue")
    _ = await run.end()
  }

  @Test func `One that has just died is started without a pause, with a new budget`() async throws {
    let run = try ChildRun(limits: .quick.with { $0.firstPause = .seconds(600) })
    try await run.start()
    let receipt = run.post("crash")
    _ = await run.log.line(with: "signal 9")
    try await run.plugin.reload()
    #expect(try await receipt.settled()["rogue"] == .done)
    _ = await run.end()
  }

  @Test func `A host that shuts down reloads nothing`() async throws {
    let run = try ChildRun()
    try await run.start()
    await run.bus.shutdown()
    let error = await #expect(throws: HostError.self) { try await run.plugin.reload() }
    #expect(error?.description == "the host shuts down")
  }
}
