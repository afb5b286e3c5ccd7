internal import LifebusHandlerText

/// Whether everybody who is named is there.
extension Scenario {
  func checkNames() throws(FieldError) {
    let names = Set(handlers.map(\.name))
    let gates = Set(handlers.filter { $0.gate != nil }.map(\.name))
    for handler in handlers {
      for (index, name) in handler.after.enumerated() {
        guard names.contains(name), name != handler.name else {
          throw fault(handler, "after[\(index)]", "there is no other handler '\(name)'")
        }
      }
      if let gate = handler.behind, !gates.contains(gate) || gate == handler.name {
        throw fault(handler, "behind", "no other handler '\(gate)' owns a gate")
      }
    }
    try checkCycles()
    for line in lines { try check(line, names: names, gates: gates) }
  }

  private func check(_ line: ScenarioLine, names: Set<String>, gates: Set<String>) throws(FieldError) {
    switch line.action {
    case .register(let name), .unregister(let name):
      guard names.contains(name) else {
        throw FieldError(line: line.number, field: "handler", "there is no handler '\(name)'")
      }
    case .verdict(let gate, _):
      guard gates.contains(gate) else {
        throw FieldError(line: line.number, field: "gate", "no handler '\(gate)' owns a gate")
      }
    case .query(_, let asked):
      if let gate = asked.keys.sorted().first(where: { !gates.contains($0) }) {
        throw FieldError(line: line.number, field: "gates.\(gate)", "no handler '\(gate)' owns a gate")
      }
    case .launch, .appear, .disappear, .phase, .custom, .forget, .shutdown, .end: break
    }
  }

  private func checkCycles() throws(FieldError) {
    for handler in handlers where handlersBefore(handler.name).contains(handler.name) {
      throw fault(handler, "after", "'\(handler.name)' comes after itself")
    }
  }

  /// The handlers that this one is `after`, directly or through others.
  func handlersBefore(_ name: String) -> Set<String> {
    var found: Set<String> = []
    var open = [name]
    while let next = open.popLast() {
      for before in handler(named: next)?.after ?? [] where found.insert(before).inserted { open.append(before) }
    }
    return found
  }

  func handler(named name: String) -> ScenarioHandler? { handlers.first { $0.name == name } }

  func fault(_ handler: ScenarioHandler, _ field: String, _ problem: String) -> FieldError {
    FieldError(line: 1, field: "handlers.\(handler.name).\(field)", problem)
  }
}
