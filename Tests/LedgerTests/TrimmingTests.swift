import Lifebus
import LifebusLedgerFile
import LifebusSQLite
import TestSupport
import Testing

@Suite struct TrimmingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func ledger(_ change: (inout SQLiteLedgerOptions) -> Void) throws -> SQLiteLedger {
    var options = SQLiteLedgerOptions()
    change(&options)
    return SQLiteLedger(at: folder["ledger"], options: options)
  }

  private func finish(_ sequences: ClosedRange<Int>, in ledger: SQLiteLedger) throws {
    for sequence in sequences {
      try ledger.record([
        .accept(LedgerEvent(sequence: sequence, id: EventID("\(sequence)"), event: Custom("e")), ["a": nil]),
        .end("a", sequence: sequence, outcome: "done", committing: nil),
        .useUp(LedgerKey(handler: "a", kind: "e", key: "\(sequence)")),
      ])
    }
  }

  private func kept() throws -> [Int] {
    try LedgerInspector(LedgerFolder(folder["ledger"])).page().entries.map(\.event.sequence)
  }

  @Test func `Of what is finished the newest are kept, and once-keys all (L8)`() throws {
    let ledger = try ledger { $0.keptEvents = 100 }
    _ = try ledger.open(version: "1")
    try finish(1...500, in: ledger)
    let left = try kept()
    #expect(left.last == 500)
    #expect((100...164).contains(left.count))
    let contents = try ledger.open(version: "1")
    #expect(contents.fingerprints.count == 500)
    #expect(contents.nextSequence == 501)
    #expect(contents.ids.count == 100)
    #expect(try kept() == Array(401...500))
  }

  @Test func `However many events come with each batch, no more are kept than is stated, and a batch (L8)`() throws {
    let ledger = try ledger { $0.keptEvents = 100 }
    _ = try ledger.open(version: "1")
    for start in stride(from: 1, to: 6_000, by: 500) {
      try ledger.record(
        (start..<start + 500).flatMap { sequence -> [LedgerChange] in
          [
            .accept(LedgerEvent(sequence: sequence, event: Custom("e")), ["a": nil]),
            .end("a", sequence: sequence, outcome: "done", committing: nil),
          ]
        })
    }
    #expect(try kept().count <= 700)
  }

  @Test func `What waits is kept however old it is, and goes when it has ended (L8)`() throws {
    let ledger = try ledger { $0.keptEvents = 10 }
    _ = try ledger.open(version: "1")
    try ledger.record([.accept(LedgerEvent(sequence: 1, event: Custom("e")), ["b": nil, "c": nil])])
    try finish(2...200, in: ledger)
    #expect(try kept().prefix(3).map { $0 > 2 } == [false, false, true])
    try ledger.record([.end("b", sequence: 1, outcome: "done", committing: nil)])
    #expect(try kept().first == 1)
    try ledger.record([.end("c", sequence: 1, outcome: "done", committing: nil)])
    #expect(try kept().first != 1)
  }

  @Test func `What is older than the stated age goes`() throws {
    let ledger = try ledger { $0.keptAge = .seconds(-1) }
    _ = try ledger.open(version: "1")
    try finish(1...300, in: ledger)
    #expect(try kept().count < 200)
  }

  @Test func `A handler that is absent for too long loses its place, and one that is there keeps it (L8)`() throws {
    let patient = try ledger { _ in }
    _ = try patient.open(version: "1")
    try patient.record([.attend("a", LedgerInterest(kinds: ["any"], gate: nil))])
    try patient.record([.accept(LedgerEvent(sequence: 1, event: Custom("e")), ["a": nil])])
    #expect(try patient.open(version: "1").deliveries["a"]?.count == 1)
    patient.vanish()
    let impatient = try ledger { $0.absentHandlerAge = .seconds(-1) }
    let contents = try impatient.open(version: "1")
    #expect(contents.deliveries.isEmpty && contents.forgotten == ["a": 1])
    #expect(try LedgerInspector(LedgerFolder(folder["ledger"])).page().entries.map(\.outcome) == ["forgotten"])
  }

  @Test func `A clock that is wrong at one start costs nobody a place`() throws {
    let ledger = try ledger { _ in }
    _ = try ledger.open(version: "1")
    try ledger.record([.attend("a", LedgerInterest(kinds: ["any"], gate: nil))])
    try ledger.close()
    do {
      let connection = try Connection(LedgerFolder(folder["ledger"]).database, .writing)
      try connection.run("UPDATE handler SET seen = 0")
      try connection.run("UPDATE ledger SET began = 0")
    }
    #expect(try ledger.open(version: "1").forgotten.isEmpty)
    #expect(try ledger.open(version: "1").forgotten == ["a": 0])
  }

  @Test func `Ids are known for their time, the newest of them (E6)`() throws {
    let first = try ledger { $0.rememberedIDs = 5 }
    _ = try first.open(version: "1")
    try finish(1...20, in: first)
    #expect(try first.open(version: "1").ids.map(\.value).sorted() == ["16", "17", "18", "19", "20"])
    first.vanish()
    #expect(try ledger { $0.rememberedIDAge = .seconds(-1) }.open(version: "1").ids.isEmpty)
  }
}
