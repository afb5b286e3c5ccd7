import Testing

@testable import LifebusBenchmarks

@Suite struct TableTests {
  @Test func `the table has every row, and each of them a goal`() throws {
    let workplace = try Workplace()
    defer { workplace.remove() }
    let rows = Table(workplace, Programs(in: "/nowhere")).rows
    #expect(Set(rows.filter { $0.goal != nil }.map(\.id)) == Set(Table.ids))
  }

  @Test func `a row is one JSON object with its ratio and its goals`() {
    let row = Row("P5", "settle", goal: .atLeast(2, then: 3), SettledPublish(), against: TaskGroupPeer())
    let json = Report(printsJSON: true).json(Measurement(row: row, product: [10, 10, 20], peer: [25, 20, 80]))
    #expect(
      json == """
        {"row":"P5","what":"settle, against a task group that awaits the 8 actors","unit":"ns","sense":"≥","reach":2,\
        "then":3,"ratio":2.50,"holds":true,"thenHolds":false,"spread":[2.00,4.00],"product":10.00,"peer":25.00}
        """)
  }

  @Test func `rows are asked for by name, and an unknown one is refused with those that there are`() throws {
    let options = try Options(["--only", "P1,P5", "--rounds", "2"])
    #expect(options.rounds == 2)
    #expect(options.wants(Row.settling[0]) && !options.wants(Row.wakeUp[0]))
    #expect(throws: UsageError.self) { try Options(["--only", "P99"]) }
    #expect(throws: UsageError.self) { try Options(["--rounds", "0"]) }
    #expect(throws: UsageError.self) { try Options(["--quick"]) }
  }

  @Test func `a row whose programs are not there says so`() async throws {
    let workplace = try Workplace()
    defer { workplace.remove() }
    let rows = Row.processes(workplace, Programs(in: "/nowhere"))
    for row in rows { await #expect(throws: Skip.self) { try await row.measure(rounds: 1) } }
  }
}
