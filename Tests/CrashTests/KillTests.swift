import Foundation
import Testing

@Suite struct KillTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let kills = environment["LIFEBUS_KILLS"].flatMap { Int($0) } ?? 36
  private static let seed = environment["LIFEBUS_SEED"].flatMap { UInt64($0) } ?? .random(in: 0..<1_000_000)

  @Test(.timeLimit(.minutes(60)))
  func `Whenever a host is killed, nothing that was accepted is lost, and at most the running calls are repeated`()
    async throws
  {
    var run = try KillRun(seed: Self.seed)
    await run.play(kills: Self.kills)
    let findings = try run.witness.allFindings()
    print("LIFEBUS_SEED=\(Self.seed): \(try run.witness.summary())")
    #expect(try run.witness.repeats().values.contains { $0 > 0 }, "the kills were at no instant that matters")
    guard !findings.isEmpty else { return }
    run.witness.folder.keep()
    let first = findings.prefix(20).joined(separator: "\n")
    Issue.record(
      "LIFEBUS_SEED=\(Self.seed), \(findings.count) findings, the hosts' state is in \(run.witness.folder.path)\n\(first)")
  }
}
