import Foundation
import Lifebus
import LifebusLedgerFile
import LifebusSQLite
import LifebusTestKit
import TestSupport
import Testing

/// A ledger whose files are cut or changed is opened as it was, or refused; a wrong answer there is none.
@Suite struct DamageTests {
  /// A folder with a ledger, as a process has left it, and all that it holds.
  private struct Sample {
    let folder: TemporaryFolder
    let contents: String

    init(isClosed: Bool) throws {
      folder = try TemporaryFolder()
      let ledger = SQLiteLedger(at: folder["ledger"])
      _ = try ledger.open(version: "1")
      // So few that the log is not written back meanwhile, where it is to be looked at.
      for sequence in 1...(isClosed ? 200 : 60) { try ledger.record(Self.changes(sequence)) }
      if isClosed { try ledger.close() } else { ledger.vanish() }
      contents = try Self.read(try folder.copy("ledger", to: "first"))
    }

    private static func changes(_ sequence: Int) -> [LedgerChange] {
      let event = Custom("e\(sequence)", attributes: ["what": String(repeating: "\(sequence) ", count: 20)])
      return [
        .accept(LedgerEvent(sequence: sequence, id: EventID("id\(sequence)"), event: event), ["a": nil, "b": "anna"]),
        .end("a", sequence: sequence, outcome: "done", committing: [UInt8(sequence % 200)]),
        .useUp(LedgerKey(handler: "a", kind: "e", key: "\(sequence)")),
      ]
    }

    /// What a ledger holds, as a text.
    static func read(_ path: String) throws -> String {
      let ledger = SQLiteLedger(at: path)
      let contents = try ledger.open(version: "1")
      defer { ledger.vanish() }
      let deliveries = try contents.deliveries.mapValues { try $0.map { "\($0.owner as Any) \(try $0.event.decoded())" } }
      let keys = try (1...201).map { try ledger.holds(LedgerKey(handler: "a", kind: "e", key: "\($0)")) }
      return """
        \(contents.nextSequence) \(deliveries.sorted { $0.key.rawValue < $1.key.rawValue })
        \(contents.fingerprints.sorted()) \(contents.ids.map(\.value).sorted()) \(contents.committed) \(keys)
        """
    }

    /// Changes a file in a copy, and reads what is left: it is as it was, or refused; true if it was refused.
    func isRefused(_ file: String, _ change: (inout Data) -> Void) throws -> Bool {
      let copy = try folder.copy("ledger", to: "copy")
      let url = URL(filePath: copy + "/" + file)
      var bytes = try Data(contentsOf: url)
      change(&bytes)
      try bytes.write(to: url)
      do {
        let found = try Self.read(copy)
        #expect(found == contents)
        return false
      } catch let error as SQLiteLedgerError {
        #expect([.damaged, .notALedger, .newerSchema, .unusable].contains(error.obstacle), "\(error)")
        #expect(try Data(contentsOf: url) == bytes, "what was refused has changed: \(error)")
        return true
      }
    }
  }

  private static let pageSize = 4_096

  @Test func `A database that is cut at any page is refused`() throws {
    let sample = try Sample(isClosed: true)
    let size = try Data(contentsOf: URL(filePath: sample.folder["ledger/ledger.sqlite"])).count
    #expect(size > 10 * Self.pageSize)
    for cut in stride(from: 0, to: size, by: Self.pageSize) {
      #expect(try sample.isRefused("ledger.sqlite") { $0 = $0.prefix(cut) }, "cut at \(cut)")
    }
  }

  @Test func `A changed byte in any page of the database is found when the page is read`() throws {
    let sample = try Sample(isClosed: true)
    let size = try Data(contentsOf: URL(filePath: sample.folder["ledger/ledger.sqlite"])).count
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    var refused = 0
    for page in stride(from: 0, to: size, by: Self.pageSize) {
      for _ in 1...4 {
        let (place, bit) = (
          page + Int.random(in: 0..<Self.pageSize, using: &random), UInt8(1) << UInt8.random(in: 0...7, using: &random)
        )
        if try sample.isRefused("ledger.sqlite", { $0[place] ^= bit }) { refused += 1 }
      }
    }
    #expect(refused > size / Self.pageSize, "seed \(seed)")
  }

  @Test func `A write-ahead log that is cut, changed or gone is refused`() throws {
    let sample = try Sample(isClosed: false)
    let size = try Data(contentsOf: URL(filePath: sample.folder["ledger/ledger.sqlite-wal"])).count
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    #expect(try sample.isRefused("ledger.sqlite-wal") { $0 = Data() })
    for _ in 1...100 {
      let cut = Int.random(in: 0..<size, using: &random)
      #expect(try sample.isRefused("ledger.sqlite-wal") { $0 = $0.prefix(cut) }, "cut at \(cut), seed \(seed)")
      let (place, bit) = (Int.random(in: 0..<size, using: &random), UInt8(1) << UInt8.random(in: 0...7, using: &random))
      _ = try sample.isRefused("ledger.sqlite-wal") { $0[place] ^= bit }
    }
  }

  @Test func `What a killed process was just writing to the log is left out`() throws {
    let sample = try Sample(isClosed: false)
    for count in [1, 24, 4_096, 10_000] {
      #expect(try !sample.isRefused("ledger.sqlite-wal") { $0.append(Data(repeating: 7, count: count)) })
    }
  }

  @Test func `A database that is gone or empty after commits is refused, and no new one takes its place`() throws {
    let sample = try Sample(isClosed: true)
    try FileManager.default.removeItem(atPath: sample.folder["ledger/ledger.sqlite"])
    let error = #expect(throws: SQLiteLedgerError.self) { try Sample.read(sample.folder["ledger"]) }
    #expect(error?.obstacle == .damaged)
    #expect(!FileManager.default.fileExists(atPath: sample.folder["ledger/ledger.sqlite"]))
  }

  @Test func `A changed file of running calls is refused or read as it was`() throws {
    let folder = try TemporaryFolder()
    let ledger = SQLiteLedger(at: folder["ledger"])
    _ = try ledger.open(version: "1")
    try ledger.record([.accept(LedgerEvent(sequence: 1, event: Custom("e")), ["a": nil])])
    ledger.note(LedgerRun(sequence: 1, attempt: 3, note: RunningNote(kind: "e", scope: nil)), of: "a")
    ledger.vanish()
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for place in Array(0..<128) + Array(4_096..<4_608) {
      let copy = try folder.copy("ledger", to: "copy")
      var bytes = try Data(contentsOf: URL(filePath: copy + "/running"))
      bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
      try bytes.write(to: URL(filePath: copy + "/running"))
      do {
        let changed = SQLiteLedger(at: copy)
        let delivery = try changed.open(version: "1").deliveries["a"]?.first
        #expect(delivery?.attempts == 3 && delivery?.wasRunning == true, "changed at \(place), seed \(seed)")
      } catch let error as SQLiteLedgerError {
        #expect(error.obstacle == .damaged)
      }
    }
  }

  @Test func `A file that is no database is refused and stays as it is`() throws {
    let folder = try TemporaryFolder()
    let text = String(repeating: "These are notes, and no database. ", count: 300)
    try FileManager.default.createDirectory(atPath: folder["ledger"], withIntermediateDirectories: true)
    try folder.write(text, to: "ledger/ledger.sqlite")
    let error = #expect(throws: SQLiteLedgerError.self) { try Sample.read(folder["ledger"]) }
    #expect(error?.obstacle == .notALedger)
    #expect(error?.description.contains("move the file away") == true)
    #expect(try folder.text(of: "ledger/ledger.sqlite") == text)
  }
}
