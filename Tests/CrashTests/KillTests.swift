import Foundation
import Testing

@Suite struct KillTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let kills = environment["LIFEBUS_KILLS"].flatMap { Int($0) } ?? 36
  private static let seed = environment["LIFEBUS_SEED"].flatMap { UInt64($0) } ?? .random(in: 0..<1_000_000)

  /// The kills of one run, in one folder: a ledger keeps what became of its last 10 000 events, and all are to be accounted for.
  private static let killsOfOneRun = 200

  @Test(.timeLimit(.minutes(60)))
  func `Whenever a host is killed, nothing that was accepted is lost, and at most the running calls are repeated`()
    async throws
  {
    var left = Self.kills
    var seed = Self.seed
    while left > 0 {
      try await play(min(left, Self.killsOfOneRun), seed)
      left -= Self.killsOfOneRun
      seed += 1
    }
  }

  private func play(_ kills: Int, _ seed: UInt64) async throws {
    var run = try KillRun(seed: seed)
    await run.play(kills: kills)
    let findings = run.witness.allFindings()
    guard findings.isEmpty else {
      run.witness.folder.keep()
      let first = findings.prefix(20).joined(separator: "\n")
      Issue.record(
        """
        LIFEBUS_KILLS=\(kills) LIFEBUS_SEED=\(seed), \(findings.count) findings, the hosts' state is in \
        \(run.witness.folder.path)
        \(first)
        """)
      return
    }
    print("LIFEBUS_KILLS=\(kills) LIFEBUS_SEED=\(seed): \(try run.witness.summary())")
    #expect(try run.witness.repeats().values.contains { $0 > 0 }, "the kills were at no instant that matters")
  }
}
