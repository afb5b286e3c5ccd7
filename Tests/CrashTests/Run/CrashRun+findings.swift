import Foundation
import Lifebus
import LifebusLedgerFile

@testable import CrashHost

/// What is looked at, and how.
extension CrashRun {
  /// What a handler has written down.
  func history(of handler: HandlerID) throws -> CallHistory {
    CallHistory(try String(contentsOfFile: folder["state/plugins/\(handler)/\(CallFile.name)"], encoding: .utf8))
  }

  /// All that is not as promised, once the rest is done: nothing if all is well.
  func allFindings() throws -> [String] {
    var findings = findings
    for rules in CallRules.all { findings += rules.findings(in: try history(of: rules.handler), known) }
    if known.interrupted.count > known.killed.count { findings.append("more calls were interrupted than processes killed") }
    return findings
  }

  /// What happened, in numbers.
  func summary() throws -> String {
    let repeats = try CallRules.all.filter(\.repeats).map { "\($0.handler) \(try history(of: $0.handler).repeats)" }
    return """
      \(known.killed.count) kills; \(known.sent.count) events sent, \(known.accepted.count) accepted; \
      repeated: \(repeats.joined(separator: ", ")); interrupted: \(known.interrupted.count)
      """
  }
}

/// What the ledger's files say while no process has them.
struct LedgerLook {
  /// What is wrong.
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
