import Foundation
import Lifebus
import LifebusLedgerFile
import TestSupport
import Testing

@testable import LifebusSQLite

@Suite struct OpeningTests {
  private let folder: TemporaryFolder
  private let ledger: SQLiteLedger

  init() throws {
    folder = try TemporaryFolder()
    ledger = SQLiteLedger(at: folder["ledger"])
  }

  @Test func `The folder and all files are their owner's only`() throws {
    _ = try ledger.open(version: "1")
    #expect(try folder.mode(of: "ledger") == 0o700)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder["ledger"])
    #expect(Set(files).isSuperset(of: ["ledger.sqlite", "ledger.sqlite-wal", "ledger.lock", "running"]))
    for file in files { #expect(try folder.mode(of: "ledger/\(file)") == 0o600, "\(file)") }
  }

  @Test(arguments: ["ledger.sqlite", "ledger.sqlite-wal", "ledger.lock", "running"])
  func `A link in the place of a file is refused, and what it names stays as it is`(_ file: String) throws {
    try FileManager.default.createDirectory(atPath: folder["ledger"], withIntermediateDirectories: true)
    try folder.write("mine", to: "other")
    try FileManager.default.createSymbolicLink(atPath: folder["ledger/\(file)"], withDestinationPath: folder["other"])
    let error = #expect(throws: SQLiteLedgerError.self) { try ledger.open(version: "1") }
    #expect(error?.description.contains("symbolic link") == true)
    #expect(try folder.text(of: "other") == "mine")
  }

  @Test func `A second one is refused and told whose the ledger is, until the first lets go (L7)`() throws {
    _ = try ledger.open(version: "1")
    let second = SQLiteLedger(at: folder["ledger"])
    let error = #expect(throws: SQLiteLedgerError.self) { try second.open(version: "1") }
    #expect(error?.obstacle == .inUse)
    #expect(error?.description.contains("pid \(ProcessInfo.processInfo.processIdentifier)") == true)
    try ledger.close()
    _ = try second.open(version: "1")
  }

  @Test func `A ledger that is dropped without an end lets go of its files as a killed process does`() throws {
    for _ in 1...2 {
      let dropped = SQLiteLedger(at: folder["ledger"])
      let isEmpty = try dropped.open(version: "1").deliveries.isEmpty
      if isEmpty { try dropped.record([.accept(LedgerEvent(sequence: 1, event: Custom("e")), ["a": nil])]) }
      dropped.note(LedgerRun(sequence: 1, attempt: 1, note: RunningNote(kind: "e", scope: nil)), of: "a")
    }
    #expect(try ledger.open(version: "1").deliveries["a"]?.map(\.wasRunning) == [true])
  }

  @Test func `An older schema is migrated with all that is in it, and a newer one is refused with both numbers (L7)`() throws {
    _ = try ledger.open(version: "1")
    try ledger.record([.accept(LedgerEvent(sequence: 1, event: Custom("e")), ["a": nil])])
    try ledger.close()
    let next = Migration(
      to: Schema.version + 1, ["ALTER TABLE event ADD COLUMN colour TEXT", "UPDATE event SET colour = 'red'"])
    do {
      let newer = try Store(
        LedgerFolder(folder["ledger"]), options: SQLiteLedgerOptions(), codec: JSONCodec(),
        migrations: Schema.migrations + [next])
      #expect(try newer.begin(version: "1").deliveries["a"]?.count == 1)
    }
    let error = #expect(throws: SQLiteLedgerError.self) { try ledger.open(version: "1") }
    #expect(error?.obstacle == .newerSchema)
    #expect(error?.description.contains("schema \(Schema.version + 1), and this version knows \(Schema.version)") == true)
  }

  @Test(arguments: 1..<Schema.version)
  func `A ledger of every older schema is brought to this one (L7)`(_ version: Int) throws {
    do {
      _ = try Store(
        LedgerFolder(folder["ledger"]), options: SQLiteLedgerOptions(), codec: JSONCodec(),
        migrations: Array(Schema.migrations.prefix(version)))
    }
    _ = try ledger.open(version: "1")
    try ledger.record([.attend("a", LedgerInterest(kinds: ["any"], gate: "auth"))])
    #expect(try ledger.open(version: "1").interests["a"]?.gate == "auth")
  }

  @Test func `A migration that fails changes nothing`() throws {
    _ = try ledger.open(version: "1")
    try ledger.close()
    let broken = Migration(
      to: Schema.version + 1, ["ALTER TABLE event ADD COLUMN colour TEXT", "UPDATE nothing SET colour = 'red'"])
    #expect(throws: SQLiteLedgerError.self) {
      try Store(
        LedgerFolder(folder["ledger"]), options: SQLiteLedgerOptions(), codec: JSONCodec(),
        migrations: Schema.migrations + [broken])
    }
    _ = try ledger.open(version: "1")
  }

  @Test func `A database of another program is refused and stays as it is`() throws {
    try FileManager.default.createDirectory(atPath: folder["ledger"], withIntermediateDirectories: true)
    try folder.write("", to: "ledger/ledger.sqlite")
    try Sqlite3.run(folder["ledger/ledger.sqlite"], "CREATE TABLE mine (a)")
    let before = try Data(contentsOf: URL(filePath: folder["ledger/ledger.sqlite"]))
    let error = #expect(throws: SQLiteLedgerError.self) { try ledger.open(version: "1") }
    #expect(error?.obstacle == .notALedger)
    #expect(try Data(contentsOf: URL(filePath: folder["ledger/ledger.sqlite"])) == before)
  }

  @Test func `A ledger that is not open says so`() throws {
    let error = #expect(throws: SQLiteLedgerError.self) { try ledger.record([]) }
    #expect(error?.obstacle == .notOpen)
  }

  @Test func `What cannot be encoded, and what cannot be decoded as what is wanted, is named`() throws {
    struct Opaque: LifecycleEvent {}
    struct Counted: LifecycleEvent, Codable { let count: Int }
    _ = try ledger.open(version: "1")
    let error = #expect(throws: SQLiteLedgerError.self) {
      try ledger.record([.accept(LedgerEvent(sequence: 1, event: Opaque()), ["a": nil])])
    }
    #expect(error?.description.contains("Opaque") == true)
    try ledger.record([.accept(LedgerEvent(sequence: 1, event: Custom("e")), ["a": nil])])
    let event = try #require(try ledger.open(version: "1").deliveries["a"]?.first?.event)
    guard case .encoded(let decode) = event.content else { return #expect(Bool(false)) }
    #expect(throws: SQLiteLedgerError.self) { try decode(Counted.self) }
    #expect(try (decode(Custom.self) as? Custom)?.name == "e")
  }
}
