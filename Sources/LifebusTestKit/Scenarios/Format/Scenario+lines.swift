internal import LifebusHandlerText

/// What a valid file's lines do not do.
extension Scenario {
  func checkLines() throws(FieldError) {
    for line in lines {
      guard case .unregister(let name) = line.action, let handler = handler(named: name) else { continue }
      if handler.guarantee != nil { throw fault(line, "a durable handler is not unregistered") }
      if handler.gate != nil { throw fault(line, "the owner of a gate is not unregistered") }
      if reserved[name] != nil { throw fault(line, "a reserved handler is not unregistered") }
    }
    // Where a call may crash its process, only the play shows where processes begin.
    let mayTrap = handlers.contains { $0.clauses.contains { $0.script.traps != .never } }
    if !mayTrap { try checkProcesses() }
  }

  private func fault(_ line: ScenarioLine, _ problem: String) -> FieldError {
    FieldError(line: line.number, field: "handler", problem)
  }

  private func checkProcesses() throws(FieldError) {
    var isLaunched = false
    var isShutDown = false
    var isHolding = false
    for line in lines {
      switch line.action {
      case .launch: if !isShutDown { isLaunched = true }
      case .appear, .disappear, .phase, .custom: if !isShutDown, !isLaunched { isHolding = true }
      case .shutdown: isShutDown = true
      case .register, .unregister:
        if isShutDown { throw fault(line, "nobody is registered or unregistered after a shutdown") }
      case .end:
        if isHolding, !isLaunched, !isShutDown {
          throw FieldError(line: line.number, "the process must not die while posts wait for its launch")
        }
        (isLaunched, isShutDown, isHolding) = (false, false, false)
      case .verdict, .forget, .query: break
      }
    }
  }
}
