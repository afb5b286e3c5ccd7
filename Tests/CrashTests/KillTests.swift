import Foundation
import Testing

@Suite struct KillTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let kills = environment["LIFEBUS_KILLS"].flatMap { Int($0) } ?? 12
  private static let seed = environment["LIFEBUS_SEED"].flatMap { UInt64($0) } ?? .random(in: 0..<1_000_000)

  @Test func `Whenever a host is killed, nothing that was accepted is lost, and at most the running calls are repeated`()
    async throws
  {
    var run = try CrashRun(seed: Self.seed)
    do {
      for _ in 0..<Self.kills { try await run.kill() }
      try await run.finish()
    } catch {
      run.note("\(error)")
    }
    let findings = try run.allFindings()
    print("seed \(Self.seed): \(try run.summary())")
    guard !findings.isEmpty else { return }
    run.folder.keep()
    Issue.record("LIFEBUS_SEED=\(Self.seed), state in \(run.folder.path):\n\(findings.prefix(20).joined(separator: "\n"))")
  }
}
