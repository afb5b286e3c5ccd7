import Lifebus
import LifebusLedgerFile

@testable import CrashHost

/// What the ledger's files say while no process has them.
struct LedgerLook {
  /// What is wrong with them.
  let findings: [String]
  /// The events that it has.
  let events: Set<String>
  /// The events whose only call was cut off.
  let interrupted: Set<String>

  init(_ folder: String) throws {
    let inspector = try LedgerInspector(LedgerFolder(folder))
    findings = inspector.findings() + (try inspector.quarantined().map { "'\($0.key)' is quarantined: \($0.value)" })
    // It wants every event.
    let entries = try inspector.page(of: OnceOnly.pluginID).entries
    events = Set(entries.compactMap(\.event.id))
    interrupted = Set(entries.filter { $0.outcome == Outcome.interrupted.word }.compactMap(\.event.id))
  }
}
