internal import LifebusHandlerText
internal import LifebusSystem
internal import LifebusWire

extension PluginRule {
  /// Tries the program, which lacks these abilities.
  func finding(in trial: PluginTrial, lacking: Set<Ability>) -> PluginFinding {
    if let needs, lacking.contains(needs) { return PluginFinding(rule: self, verdict: .untried) }
    let known = trial.failures.count
    do throws(PluginFault) {
      try keep(in: trial)
      return PluginFinding(rule: self, verdict: .kept, remarks: Array(trial.failures[known...]))
    } catch {
      return PluginFinding(rule: self, verdict: .broken(error), remarks: Array(trial.failures[known...]))
    }
  }

  private func keep(in trial: PluginTrial) throws(PluginFault) {
    switch check {
    case .byHand: try runByHand(trial)
    case .start:
      try trial.live { _, registration throws(PluginFault) in try registration.check() }
    case .deliveries(let calls, let text, let isExtended):
      try trial.live(extended: isExtended) { conversation, registration throws(PluginFault) in
        for event in TrialEvent.all(for: registration, text: text) {
          for call in calls { try conversation.deliver(event, call) }
        }
      }
    case .end(let cause, let end):
      try trial.live { conversation, _ throws(PluginFault) in
        end(conversation)
        try conversation.expectEnd(after: cause)
      }
    case .noted(let list):
      let noted = list(trial)
      guard let first = noted.first else { return }
      throw PluginFault(noted.count == 1 ? first : "\(first) (and \(count(noted.count - 1, "other")))")
    }
  }

  private func runByHand(_ trial: PluginTrial) throws(PluginFault) {
    let program = try trial.startProgram(byHand: true)
    program.closeInput()
    let deadline = ContinuousClock.now + PluginSurroundings.endLimit
    var hasSpoken = false
    while true {
      switch program.hear(until: deadline) {
      case .line: hasSpoken = true
      case .silence: throw PluginFault("it still runs after \(PluginSurroundings.endLimit.brief)").saying(program.talk)
      case .end(.code(64)):
        guard hasSpoken || !program.talk.isEmpty else { throw PluginFault("it says nothing") }
        return
      case .end(let end): throw PluginFault("\(end)").saying(program.talk)
      }
    }
  }
}
