import Lifebus

@testable import CrashHost

/// What is to be found once all is done.
extension Witness {
  /// All that is not as promised: nothing if all is well.
  func allFindings() -> [String] {
    var findings = findings
    do {
      for rules in CallRules.all { findings += rules.findings(in: try folder.history(of: rules.handler), known) }
      findings += try AnalyticsLines(in: folder.plugin("analytics-logger")).findings(known)
    } catch {
      findings.append("the handlers' files cannot be read: \(error)")
    }
    if known.interrupted.count > known.killed.count { findings.append("more calls were interrupted than processes killed") }
    return findings
  }

  /// How often a handler was called for an event that it had been called for before.
  func repeats() throws -> [HandlerID: Int] {
    var repeats: [HandlerID: Int] = [:]
    for rules in CallRules.all where rules.repeats { repeats[rules.handler] = try folder.history(of: rules.handler).repeats }
    return repeats
  }

  /// What happened, in numbers.
  func summary() throws -> String {
    let repeats = try repeats().sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key) \($0.value)" }
    return """
      \(known.killed.count) processes killed; \(known.sent.count) events sent, \(known.accepted.count) accepted; \
      repeated: \(repeats.joined(separator: ", ")); interrupted: \(known.interrupted.count)
      """
  }
}
