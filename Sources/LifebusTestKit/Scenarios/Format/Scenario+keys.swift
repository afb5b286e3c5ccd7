internal import Lifebus
internal import LifebusHandlerText

/// Whether every event that a `perKey` clause gets has a key, and whether handlers await each other.
extension Scenario {
  func checkKeys(_ handler: ScenarioHandler) throws(FieldError) {
    for (index, clause) in handler.clauses.enumerated() where clause.once == .perKey && isFirst(index, of: handler) {
      guard case .custom(let name) = clause.kind else {
        throw fault(handler, "on[\(index)].once", "only an own event has a key")
      }
      try checkPosts(of: name)
    }
  }

  /// False for a clause that gets nothing, because one before it has the same kind and no filter.
  private func isFirst(_ index: Int, of handler: ScenarioHandler) -> Bool {
    !handler.clauses[..<index].contains { $0.kind == handler.clauses[index].kind && $0.hasNoFilter }
  }

  private func checkPosts(of name: String) throws(FieldError) {
    for line in lines {
      if case .custom(let post) = line.action, post.name == name, post.key == nil {
        throw FieldError(line: line.number, field: "key", "is missing: a 'perKey' clause gets the event")
      }
    }
    for handler in handlers {
      for (index, clause) in handler.clauses.enumerated() {
        let posts = clause.script.posts.map(\.event)
        guard let post = posts.firstIndex(where: { $0.name == name && $0.key == nil }) else { continue }
        throw fault(handler, "on[\(index)].posts[\(post)].key", "is missing: a 'perKey' clause gets the event")
      }
    }
  }

  // MARK: Awaits

  /// A call that awaits an event for which another call runs that awaits one for the first's handler.
  func checkAwaits() throws(FieldError) {
    for handler in handlers {
      for (index, clause) in handler.clauses.enumerated() where closesCircle(handler, clause) {
        throw fault(handler, "on[\(index)].posts", "handlers must not await each other")
      }
    }
  }

  private func closesCircle(_ handler: ScenarioHandler, _ clause: ScenarioClause) -> Bool {
    var seen: Set<String> = []
    var open = awaited(by: handler, clause)
    while let (other, index) = open.popLast() {
      guard seen.insert("\(other.name) \(index)").inserted else { continue }
      let next = awaited(by: other, other.clauses[index])
      if next.contains(where: { $0.handler.name == handler.name }) { return true }
      open += next
    }
    return false
  }

  /// The clauses for which a call waits; not those of the handler itself, or after it, since such an await is refused.
  private func awaited(by handler: ScenarioHandler, _ clause: ScenarioClause) -> [(handler: ScenarioHandler, clause: Int)] {
    let kinds = Set(clause.script.posts.filter(\.isAwaited).map { EventKind.custom($0.event.name) })
    return handlers.flatMap { other -> [(handler: ScenarioHandler, clause: Int)] in
      guard other.name != handler.name, !handlersBefore(other.name).contains(handler.name) else { return [] }
      return kinds.compactMap { kind in other.clauses.firstIndex { $0.kind == kind }.map { (other, $0) } }
    }
  }
}
