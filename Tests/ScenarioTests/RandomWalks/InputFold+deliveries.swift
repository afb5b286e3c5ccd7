import LifebusHandlerText

@testable import Lifebus
@testable import LifebusTestKit

/// Who wants what, by clauses and registrations alone.
extension InputFold {
  /// Gives an event to all who want it.
  ///
  /// - Returns: True if a durable handler does.
  mutating func give(_ event: Implied.Event) -> Bool {
    var isWanted = false
    var isWantedByDurable = false
    for (index, handler) in scenario.handlers.enumerated() {
      let wish = wish(of: index, event)
      guard wish != .none else { continue }
      isWanted = true
      isWantedByDurable = isWantedByDurable || handler.guarantee != nil
      implied.deliveries.append(
        Implied.Delivery(handler: index, event: implied.events.count, clause: wish.clause, owner: owner(handler)))
    }
    if case .custom = event.kind, !isWanted { count("unhandled") }
    return isWantedByDurable
  }

  private enum Wish: Equatable {
    case none
    case clause(Int)
    /// For a reserved handler that has not come.
    case kept

    var clause: Int? { if case .clause(let index) = self { index } else { nil } }
  }

  private func wish(of index: Int, _ event: Implied.Event) -> Wish {
    let handler = scenario.handlers[index]
    if process.registered.contains(index) { return handler.clause(for: event).map(Wish.clause) ?? .none }
    let kinds = process.came.contains(index) ? [] : scenario.reserved[handler.name] ?? []
    return kinds.contains(event.kind) ? .kept : .none
  }

  private func owner(_ handler: ScenarioHandler) -> String? {
    handler.acrossIdentities ? nil : handler.behind.flatMap { process.identities[$0] }
  }

  mutating func register(_ name: String) {
    guard let index = index(name), process.registered.insert(index).inserted else { return }
    let reserved = process.came.contains(index) ? [] : scenario.reserved[name] ?? []
    process.came.insert(index)
    implied.arrivals[index, default: []].append(line)
    let handler = scenario.handlers[index]
    for place in implied.deliveries.indices where isKept(place, for: index) {
      implied.deliveries[place].clause = handler.clause(for: implied.events[implied.deliveries[place].event])
      implied.deliveries[place].isPassed = implied.deliveries[place].clause == nil
    }
    if handler.replaysFacts { giveFacts(index, handler, reserved) }
  }

  private func isKept(_ place: Int, for handler: Int) -> Bool {
    let delivery = implied.deliveries[place]
    return delivery.handler == handler && delivery.clause == nil && implied.events[delivery.event].process == number
  }

  private mutating func giveFacts(_ index: Int, _ handler: ScenarioHandler, _ reserved: [EventKind]) {
    if let launch = process.launch, !reserved.contains(.launch) { giveFact(launch, implied.events[launch], index) }
    guard let last = process.lastChange, process.phase != .background, !reserved.contains(.phaseChanged) else { return }
    var fact = implied.events[last]
    fact.change = Implied.Change(
      from: .background, to: process.phase, isEntry: process.phase == .active, isExit: false, scene: fact.change?.scene ?? "")
    giveFact(last, fact, index)
  }

  private mutating func giveFact(_ place: Int, _ fact: Implied.Event, _ handler: Int) {
    guard let clause = scenario.handlers[handler].clause(for: fact) else { return }
    implied.deliveries.append(
      Implied.Delivery(handler: handler, event: place, clause: clause, owner: nil, replayedAt: line))
  }
}

extension ScenarioHandler {
  /// The first clause that an event matches.
  func clause(for event: Implied.Event) -> Int? { clauses.firstIndex { $0.wants(event) } }
}

extension ScenarioClause {
  fileprivate func wants(_ event: Implied.Event) -> Bool {
    guard kind == event.kind else { return false }
    let scenes = event.place?.scene.rawValue ?? event.change?.scene
    return fits(text.scope, event.place?.scope.name) && fits(text.scene, scenes) && fits(text.cause, event.cause)
      && fits(text.from, event.change?.from) && fits(text.to, event.change?.to)
      && fits(text.isEntry, event.change?.isEntry) && fits(text.isExit, event.change?.isExit)
  }

  private func fits<Value: Equatable>(_ asked: Value?, _ value: Value?) -> Bool { asked == nil || asked == value }
}
