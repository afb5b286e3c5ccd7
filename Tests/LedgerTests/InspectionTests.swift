import Foundation
import Lifebus
import LifebusLedgerFile
import LifebusSQLite
import TestSupport
import Testing

@Suite struct InspectionTests {
  private let folder: TemporaryFolder
  private let ledger: SQLiteLedger
  private var place: LedgerFolder { LedgerFolder(folder["ledger"]) }

  init() throws {
    folder = try TemporaryFolder()
    ledger = SQLiteLedger(at: folder["ledger"])
    _ = try ledger.open(version: "1")
    try ledger.record([
      .accept(LedgerEvent(sequence: 1, id: "one", event: Custom("e", attributes: ["a": "b"])), ["a": "anna", "b": nil]),
      .accept(LedgerEvent(sequence: 2, event: Appear("home")), ["a": nil]),
      .end("b", sequence: 1, outcome: "done", committing: nil), .pause("a", sequence: 1, attempts: 2, failures: 2),
      .bury("a", sequence: 1, reason: "broken"), .accept(LedgerEvent(sequence: 3, event: Custom("f")), ["a": nil]),
    ])
    ledger.note(LedgerRun(sequence: 2, attempt: 2, note: RunningNote(kind: "appear", scope: "home")), of: "a")
  }

  private func lines() throws -> [String] {
    try LedgerInspector(place).page().entries.map { entry in
      let end = entry.outcome ?? entry.deadReason ?? ""
      return "\(entry.event.sequence) \(entry.handler) \(entry.event.kind) \(entry.state) \(entry.attempts) \(end)"
    }
  }

  @Test func `Deliveries are listed with their states, also while the process runs`() throws {
    let expected = [
      "1 a custom:e dead 3 broken", "1 b custom:e finished 1 done", "2 a appear running 2 ", "3 a custom:f waiting 0 ",
    ]
    #expect(try lines() == expected)
    ledger.vanish()
    #expect(try lines() == expected)
    let inspector = try LedgerInspector(place)
    #expect(try inspector.page(of: "a", in: [.dead]).entries.map(\.owner) == ["anna"])
    let page = try inspector.page(limit: 1)
    #expect(page.entries.map(\.event.sequence) == [3] && page.older == 3)
  }

  @Test func `An event is shown with what is stored of it`() throws {
    let inspector = try LedgerInspector(place)
    let events = try inspector.events(named: "one")
    #expect(events.map(\.payload) == [#"{"attributes":{"a":"b"},"name":"e"}"#])
    #expect(events.first?.entries.map(\.handler) == ["a", "b"])
    #expect(try inspector.events(named: "1") == events)
    #expect(try inspector.events(named: "9").isEmpty)
  }

  @Test func `Dead letters are delivered again or discarded, and a handler is forgotten, while no process has the ledger`()
    throws
  {
    let error = #expect(throws: SQLiteLedgerError.self) { try LedgerRepair(place) }
    #expect(error?.obstacle == .inUse)
    ledger.vanish()
    #expect(try LedgerRepair(place).redrive(1, of: "a"))
    #expect(try !LedgerRepair(place).redrive(1, of: "a"))
    #expect(try !LedgerRepair(place).discard(2, of: "a"))
    try LedgerRepair(place).forget(handler: "a")
    #expect(try lines().contains("3 a custom:f finished 0 forgotten"))
    #expect(try ledger.open(version: "1").deliveries.isEmpty)
  }

  @Test func `A call that the end of a process cut off is told, also when it was made again`() throws {
    func cutOffs() throws -> [Int?] { try LedgerInspector(place).page(of: "a").entries.map(\.cutOff) }
    #expect(try cutOffs() == [nil, nil, nil])
    ledger.end(.crashed)
    #expect(try cutOffs() == [nil, 2, nil])
    _ = try ledger.open(version: "1")
    #expect(try cutOffs() == [nil, 2, nil])
    #expect(try LedgerInspector(place).page(in: [.running]).entries.isEmpty)
    try ledger.record([.end("a", sequence: 2, outcome: "done", committing: nil)])
    let entry = try #require(try LedgerInspector(place).page(in: [.finished]).entries.last)
    #expect((entry.attempts, entry.cutOff) == (3, 2))
  }

  @Test func `Whoever has a place is named, and what the ledger holds is counted`() throws {
    let inspector = try LedgerInspector(place)
    #expect(try inspector.handlers() == ["a"])
    let counts = try inspector.counts()
    #expect((counts.events, counts.deliveries, counts.onceKeys) == (3, 4, 0))
  }

  @Test func `A ledger that is well has no findings, and a changed page is one`() throws {
    #expect(try LedgerInspector(place).findings() == [])
    try ledger.close()
    #expect(try LedgerInspector(place).findings() == [])
    let url = URL(filePath: place.database)
    var bytes = try Data(contentsOf: url)
    bytes[bytes.count - 100] ^= 1
    try bytes.write(to: url)
    #expect(try !LedgerInspector(place).findings().isEmpty)
  }

  @Test(arguments: [["ledger.sqlite-wal"], ["ledger.sqlite", "ledger.sqlite-wal"]])
  func `What is gone of a ledger is told as damage, not as something else`(_ files: [String]) throws {
    ledger.vanish()
    for file in files { try FileManager.default.removeItem(atPath: place.path + "/" + file) }
    let error = #expect(throws: SQLiteLedgerError.self) { try LedgerInspector(place) }
    #expect(error?.obstacle == .damaged)
  }

  @Test func `What another program has written in the database is found`() throws {
    try ledger.close()
    try Sqlite3.run(place.database, "UPDATE event SET payload = 'x'; DELETE FROM delivery WHERE sequence = 3")
    #expect(throws: SQLiteLedgerError.self) { try ledger.open(version: "1") }
    #expect(try !LedgerInspector(place).findings().isEmpty)
  }

  @Test func `Reading a killed process's database with another program changes nothing of it`() throws {
    ledger.vanish()
    try Sqlite3.run(place.database, "SELECT count(*) FROM event")
    #expect(try ledger.open(version: "1").deliveries["a"]?.count == 3)
    #expect(try LedgerInspector(place).findings() == [])
  }

  @Test func `A folder without a ledger is refused, and none is made`() throws {
    let empty = try TemporaryFolder()
    #expect(throws: SQLiteLedgerError.self) { try LedgerInspector(LedgerFolder(empty.path)) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: empty.path).isEmpty)
  }
}
