import Foundation
import Lifebus
import LifebusLedgerFile
import LifebusSQLite
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
      .end("b", sequence: 1, outcome: "done", committing: nil), .pause("a", sequence: 1, attempts: 3, failures: 3),
      .bury("a", sequence: 1, reason: "broken"), .accept(LedgerEvent(sequence: 3, event: Custom("f")), ["a": nil]),
    ])
    ledger.note(LedgerRun(sequence: 2, attempt: 2, note: RunningNote(kind: "appear", scope: "home")), of: "a")
  }

  private func lines() throws -> [String] {
    try LedgerInspector(place).entries().map { entry in
      let end = entry.outcome ?? entry.deadReason ?? ""
      return "\(entry.sequence) \(entry.handler) \(entry.kind) \(entry.state) \(entry.attempts) \(end)"
    }
  }

  @Test func `Deliveries are listed with their states, also while the process runs`() throws {
    let expected = [
      "1 a custom:e dead 3 broken", "1 b custom:e finished 0 done", "2 a appear running 2 ", "3 a custom:f waiting 0 ",
    ]
    #expect(try lines() == expected)
    ledger.vanish()
    #expect(try lines() == expected)
    let inspector = try LedgerInspector(place)
    #expect(try inspector.entries(of: "a", in: [.dead]).map(\.owner) == ["anna"])
    #expect(try inspector.entries(limit: 2).map(\.sequence) == [2, 3])
  }

  @Test func `An event is shown with what is stored of it`() throws {
    let event = try LedgerInspector(place).event(1)
    #expect(event?.payload == #"{"attributes":{"a":"b"},"name":"e"}"#)
    #expect(event?.entries.map(\.id) == ["one", "one"])
    #expect(try LedgerInspector(place).event(9) == nil)
  }

  @Test func `Dead letters are delivered again or discarded, and a handler is forgotten, while no process has the ledger`()
    throws
  {
    let error = #expect(throws: SQLiteLedgerError.self) { try LedgerRepair(place) }
    #expect(error?.obstacle == .inUse)
    ledger.vanish()
    #expect(try LedgerRepair(place).redrive("a", 1))
    #expect(try !LedgerRepair(place).redrive("a", 1))
    #expect(try !LedgerRepair(place).discard("a", 2))
    try LedgerRepair(place).forget("a")
    #expect(try lines().contains("3 a custom:f finished 0 forgotten"))
    #expect(try ledger.open(version: "1").deliveries.isEmpty)
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
