import Lifebus
import LifebusLedgerFile

@testable import CrashHost

/// What the ledger's files say while no process has them.
struct LedgerLook {
  /// What is wrong with them.
  let findings: [String]
  /// The events whose only call was cut off.
  let interrupted: [String]

  init(_ folder: String) throws {
    let inspector = try LedgerInspector(LedgerFolder(folder))
    findings = inspector.findings() + (try inspector.quarantined().map { "'\($0.key)' is quarantined: \($0.value)" })
    interrupted = try inspector.entries(of: OnceOnly.pluginID, in: [.finished], limit: .max)
      .filter { $0.outcome == Outcome.interrupted.word }.compactMap(\.id)
  }
}
