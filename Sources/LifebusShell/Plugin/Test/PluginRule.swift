internal import LifebusHandlerText
internal import LifebusSystem

/// A rule of the protocol that a program is tried by.
struct PluginRule: Sendable {
  /// What a program does that keeps to it.
  let text: String
  /// Where `PROTOCOL.md` says so: a heading.
  let section: String
  /// True if there is nothing to try without it.
  var isNeeded = false
  let check: @Sendable (PluginTrial) throws(PluginFault) -> Void

  /// Tries the program.
  func finding(in trial: PluginTrial) -> PluginFinding {
    let known = trial.failures.count
    var finding = PluginFinding(rule: self)
    do throws(PluginFault) { try check(trial) } catch { finding.fault = error }
    finding.remarks = Array(trial.failures[known...])
    return finding
  }
}

extension PluginRule {
  private static let hostLines = "The host's lines"
  private static let pluginLines = "The plugin's lines"
  private static let surroundings = "When a plugin does not do this"

  /// All rules; the last two say what was noticed meanwhile.
  static let all: [PluginRule] = [
    PluginRule(text: "run by hand, it says what it is and exits with 64", section: surroundings) { trial throws(PluginFault) in
      try runByHand(trial)
    },
    PluginRule(text: "it answers 'start' with what it wants", section: pluginLines, isNeeded: true) {
      trial throws(PluginFault) in
      try trial.live { _, registration throws(PluginFault) in try PluginFault.check(registration) }
    },
    deliveryRule("it handles an event of each kind that it wants", [TrialCall()]),
    deliveryRule(
      "it handles further attempts, standing facts and events of an earlier process",
      [TrialCall(attempt: 2), TrialCall(isReplayed: true), TrialCall(attempt: 3, isFromEarlierProcess: true)]),
    deliveryRule("it passes over members that it does not know", [TrialCall()], extended: true),
    deliveryRule("it takes every text", [TrialCall()], text: "Zoë 🎉 \"\\/\u{1}\t\u{2028}日本"),
    deliveryRule("it takes an event of 100 KiB", [TrialCall()], text: String(repeating: "lifebus ", count: 12_800)),
    deliveryRule("it answers a delivery that is cancelled, and goes on", [TrialCall(isCancelled: true), TrialCall()]),
    endRule("it ends with code 0 when it is told to stop", after: "'stop', with its input open") { $0.stop() },
    endRule("it ends with code 0 when its input is closed", after: "its input was closed") { $0.closeInput() },
    notedRule("it answers each delivery once, with its number", \.strayAnswers),
    notedRule("it writes nothing else to standard output", \.strays),
  ]

  private static func runByHand(_ trial: PluginTrial) throws(PluginFault) {
    let program = try trial.startProgram(byHand: true)
    program.closeInput()
    let deadline = ContinuousClock.now + TriedProgram.endLimit
    var hasSpoken = false
    while true {
      switch program.hear(until: deadline) {
      case .line: hasSpoken = true
      case .silence: throw PluginFault("it still runs after \(TriedProgram.endLimit.brief)").saying(program.talk)
      case .end(.code(64)):
        guard hasSpoken || !program.talk.isEmpty else { throw PluginFault("it says nothing") }
        return
      case .end(let end): throw PluginFault("\(end)").saying(program.talk)
      }
    }
  }

  /// Each event that the program wants is delivered in each of these ways.
  private static func deliveryRule(
    _ rule: String, _ calls: [TrialCall], text: String = "text", extended: Bool = false
  ) -> PluginRule {
    PluginRule(text: rule, section: hostLines) { trial throws(PluginFault) in
      try trial.live(extended: extended) { conversation, registration throws(PluginFault) in
        for event in TrialEvent.all(for: registration, text: text) {
          for call in calls { try conversation.deliver(event, call) }
        }
      }
    }
  }

  private static func endRule(
    _ rule: String, after cause: String, _ end: @escaping @Sendable (PluginConversation) -> Void
  ) -> PluginRule {
    PluginRule(text: rule, section: hostLines) { trial throws(PluginFault) in
      try trial.live { conversation, _ throws(PluginFault) in
        end(conversation)
        try conversation.expectEnd(after: cause)
      }
    }
  }

  private static func notedRule(_ rule: String, _ list: @escaping @Sendable (PluginTrial) -> [String]) -> PluginRule {
    PluginRule(text: rule, section: pluginLines) { trial throws(PluginFault) in
      let noted = list(trial)
      guard noted.isEmpty else { throw PluginFault(noted.prefix(3).joined(separator: "; ")) }
    }
  }
}
