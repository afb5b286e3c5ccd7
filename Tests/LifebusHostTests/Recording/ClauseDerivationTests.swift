import Testing

@testable import Lifebus
@testable import LifebusHost

@Suite struct ClauseDerivationTests {
  private static func change(_ sequence: Int, _ from: String, _ to: String, isEntry: Bool = false) -> RecordedEvent {
    var event = RecordedEvent(sequence, kind: "phaseChanged")
    (event.from, event.to, event.scene) = (from, to, "main")
    (event.isEntry, event.isExit) = (isEntry, to == "background")
    return event
  }

  private static func appear(_ sequence: Int, _ scope: String, scene: String = "main") -> RecordedEvent {
    var event = RecordedEvent(sequence, kind: "appear")
    (event.scope, event.scene) = (scope, scene)
    return event
  }

  private static let changes = [
    change(1, "background", "inactive"), change(2, "inactive", "active", isEntry: true), change(3, "active", "inactive"),
    change(4, "inactive", "active"), change(5, "active", "background"),
  ]

  private static func clause(
    _ kind: String?, scope: String? = nil, hasFilter: Bool = false, once: Once = .everyTime, keep: Keep = .every
  ) -> HandlerPlan.Clause {
    HandlerPlan.Clause(kind: kind, scope: scope, hasFilter: hasFilter, once: once, keep: keep, origin: .anyProcess, name: nil)
  }

  @Test(arguments: [
    ([2], ClauseFilter(isEntry: true)), ([5], ClauseFilter(isExit: true)), ([1, 2, 3, 4, 5], ClauseFilter()),
    ([2, 4], ClauseFilter(to: "active")), ([1], ClauseFilter(from: "background")),
    ([4], ClauseFilter(to: "active", isEntry: false)),
  ])
  func `a filter in code becomes the likeliest one that explains what was given`(wanted: [Int], filter: ClauseFilter) {
    let derived = ClauseDerivation(
      [Self.clause("phaseChanged", hasFilter: true, keep: .latest)], events: Self.changes, wanted: Set(wanted))
    #expect(derived.clauses == [RecordedClause(kind: "phaseChanged", filter: filter, keep: .latest)])
    #expect(derived.unexplained.isEmpty)
  }

  @Test func `what no single filter explains becomes a clause for each sort of events`() {
    let derived = ClauseDerivation([Self.clause("phaseChanged", hasFilter: true)], events: Self.changes, wanted: [1, 5])
    #expect(derived.clauses.count == 2)
    #expect(Self.changes.filter { event in derived.clauses.contains { $0.matches(event) } }.map(\.sequence) == [1, 5])
  }

  @Test func `what cannot be split because the latest is kept is left out`() {
    let derived = ClauseDerivation(
      [Self.clause("phaseChanged", hasFilter: true, keep: .latest), Self.clause("launch")], events: Self.changes,
      wanted: [1, 5])
    #expect(derived.clauses.map(\.kind) == ["launch"])
    #expect(derived.unexplained == ["phaseChanged"])
  }

  @Test func `events that look alike and are told apart in code are left out`() {
    let events = [Self.appear(1, "home"), Self.appear(2, "home")]
    #expect(ClauseDerivation([Self.clause("appear", hasFilter: true)], events: events, wanted: [2]).unexplained == ["appear"])
  }

  @Test func `a clause for all kinds becomes one for each kind that came`() {
    let events = [Self.appear(1, "home"), Self.changes[4]]
    let derived = ClauseDerivation([Self.clause(nil)], events: events, wanted: [1, 5])
    #expect(derived.clauses == [RecordedClause(kind: "appear"), RecordedClause(kind: "phaseChanged")])
  }

  @Test func `an event goes to the first clause that it matches`() {
    let events = [Self.appear(1, "home"), Self.appear(2, "list", scene: "b")]
    let plan = [Self.clause("appear", scope: "home", once: .perScope), Self.clause("appear", hasFilter: true)]
    let derived = ClauseDerivation(plan, events: events, wanted: [1, 2])
    let home = RecordedClause(kind: "appear", filter: ClauseFilter(scope: "home"), once: .perScope)
    #expect(derived.clauses == [home, RecordedClause(kind: "appear")])
  }
}
