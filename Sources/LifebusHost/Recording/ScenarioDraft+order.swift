internal import Lifebus
internal import LifebusHandlerText

/// Which orders matter: a line's place beside the end of a call of a handler to which it makes a difference.
extension ScenarioDraft {
  /// For each moment the handlers before or after whose calls' ends it must stay.
  var concerned: [Set<HandlerID>] {
    var concerned = Array(repeating: Set<HandlerID>(), count: chronicle.moments.count)
    let bound = boundHandlers
    let before = Dictionary(uniqueKeysWithValues: handlers.map { ($0.id, handlersBefore($0.id).union([$0.id])) })
    for (handler, sequences) in chronicle.wanted where bound.contains(handler) {
      for moment in sequences.compactMap({ chronicle.momentOfEvent[$0] }) {
        concerned[moment].formUnion(before[handler] ?? [handler])
      }
    }
    for (index, moment) in chronicle.moments.enumerated() {
      switch moment.what {
      case .line(.verdict(let gate, _)): concerned[index].formUnion(handlersBehind(HandlerID(gate)))
      case .gateTimedOut(let gate): concerned[index].formUnion(handlersBehind(gate))
      case .line(.register(let handler)), .line(.unregister(let handler)): concerned[index].insert(HandlerID(handler))
      case .line(.shutdown): concerned[index].formUnion(handlers.map(\.id))
      case .line(.event), .end: break
      }
    }
    return concerned
  }

  /// The handlers that are given something else if they are busy: the latest, what there is room for, what the gate lets pass.
  ///
  /// A shutdown cuts off whatever is busy.
  private var boundHandlers: Set<HandlerID> {
    if chronicle.isShutDown { return Set(handlers.map(\.id)) }
    return Set(
      handlers.filter { handler in
        handler.policy.capacity != nil || handler.policy.behind != nil || handler.clauses.contains { $0.keep == .latest }
      }.map(\.id))
  }

  /// The handlers that this one is after, directly or through others.
  private func handlersBefore(_ handler: HandlerID) -> Set<HandlerID> {
    var found: Set<HandlerID> = []
    var open = [handler]
    let policies = policies
    while let next = open.popLast() {
      for other in policies[next]?.after ?? [] where found.insert(other).inserted { open.append(other) }
    }
    return found
  }

  private func handlersBehind(_ gate: HandlerID) -> [HandlerID] {
    handlers.filter { $0.policy.behind == gate }.map(\.id)
  }
}
