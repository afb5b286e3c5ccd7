internal import Lifebus
internal import LifebusHandlerText

/// What a valid file does not have: section 6 of the format, as far as the file alone shows it.
extension Scenario {
  func checkLimits() throws(FieldError) {
    for handler in handlers {
      try checkDurability(handler)
      try checkBarriers(handler)
      try checkClauses(handler)
      try checkTimes(handler)
      try checkKeys(handler)
    }
    try checkReserved()
    try checkAwaits()
    try checkLines()
  }

  private func checkDurability(_ handler: ScenarioHandler) throws(FieldError) {
    for (index, clause) in handler.clauses.enumerated() {
      if handler.guarantee == nil, clause.origin == .thisProcess {
        throw fault(handler, "on[\(index)].thisProcess", "is for durable handlers")
      }
      if handler.guarantee != nil, [.perProcess, .perSession, .perScope].contains(clause.once) {
        throw fault(handler, "on[\(index)].once", "a durable handler has no once within a process")
      }
      if handler.guarantee == .atMostOnce, clause.once != .everyTime {
        throw fault(handler, "on[\(index)].once", "a handler with 'atMostOnce' has no 'once'")
      }
    }
    if handler.guarantee != nil, late.contains(handler.name) {
      throw fault(handler, "durable", "a late or reserved handler is not durable")
    }
    guard handler.guarantee == .atMostOnce else { return }
    if handler.retry != nil { throw fault(handler, "retry", "a handler with 'atMostOnce' has no 'retry'") }
    if let gate = handler.behind.flatMap({ self.handler(named: $0)?.gate }), gate.cancelsRunning {
      throw fault(handler, "behind", "a handler with 'atMostOnce' is behind no gate that cancels what runs")
    }
  }

  private func checkBarriers(_ handler: ScenarioHandler) throws(FieldError) {
    if handler.acrossIdentities, handler.behind == nil {
      throw fault(handler, "acrossIdentities", "is for handlers that are 'behind' a gate")
    }
    if let name = handler.after.first(where: { late.contains($0) }) {
      throw fault(handler, "after", "'\(name)' is late or reserved: nobody is 'after' such a handler")
    }
    if handler.gate != nil, late.contains(handler.name) {
      throw fault(handler, "gate", "a late or reserved handler owns no gate")
    }
  }

  private func checkClauses(_ handler: ScenarioHandler) throws(FieldError) {
    var onceKinds: Set<EventKind> = []
    for (index, clause) in handler.clauses.enumerated() where clause.once != .everyTime {
      if clause.keep == .latest { throw fault(handler, "on[\(index)].keep", "a clause has no 'once' with 'keep'") }
      guard onceKinds.insert(clause.kind).inserted else {
        throw fault(handler, "on[\(index)].once", "a handler has one 'once' clause of the kind \(clause.kind)")
      }
    }
  }

  /// A call must not return just when a limit ends.
  private func checkTimes(_ handler: ScenarioHandler) throws(FieldError) {
    guard let timeout = handler.timeout else { return }
    for (index, clause) in handler.clauses.enumerated() {
      let script = clause.script
      guard script.hangs != .always, script.traps != .always, !script.posts.contains(where: \.isAwaited) else { continue }
      if script.duration == timeout {
        throw fault(handler, "on[\(index)].durationMs", "a call must not return just at 'timeoutMs'")
      }
      if script.ignoresCancel, script.duration == timeout + handler.grace {
        throw fault(handler, "on[\(index)].durationMs", "a call must not return just at 'timeoutMs' + 'graceMs'")
      }
    }
  }

  private func checkReserved() throws(FieldError) {
    for (name, kinds) in reserved.sorted(by: { $0.key < $1.key }) {
      let wanted = Set(handler(named: name)?.clauses.map(\.kind) ?? [])
      if let kind = kinds.first(where: { !wanted.contains($0) }) {
        throw FieldError(line: 1, field: "reserved.\(name)", "no clause of '\(name)' names the kind \(kind)")
      }
    }
  }
}
