import Foundation
import Lifebus
import LifebusLedgerFile
import LifebusSQLite
import TestSupport
import Testing

@Suite(.enabled(if: SmallDisk.canBeMade, "a disk in memory can be mounted by root only")) struct DiskTests {
  private static func batch(_ number: Int) -> [LedgerChange] {
    (0..<8).flatMap { index -> [LedgerChange] in
      let sequence = number * 8 + index + 1
      let event = LedgerEvent(sequence: sequence, event: Custom("e", attributes: ["what": String(repeating: "x", count: 500)]))
      return [.accept(event, ["a": nil]), .useUp(LedgerKey(handler: "a", kind: "e", key: "\(sequence)"))]
    }
  }

  @Test func `A batch that finds no room is kept in no part, and the same batch is kept when there is room again (L7)`() throws
  {
    let disk = try SmallDisk(bytes: 6 << 20)
    let ledger = SQLiteLedger(at: disk.path + "/ledger")
    _ = try ledger.open(version: "1")
    try disk.fill(leaving: 200_000)
    var kept = 0
    let error = #expect(throws: SQLiteLedgerError.self) {
      while true {
        try ledger.record(Self.batch(kept))
        kept += 1
      }
    }
    #expect(error?.obstacle == .diskFull)
    #expect(error?.description.contains("free space") == true)
    #expect(try !ledger.holds(LedgerKey(handler: "a", kind: "e", key: "\(kept * 8 + 1)")))
    ledger.vanish()
    #expect(try FileManager.default.copied(disk.path + "/ledger").deliveries["a"]?.count == kept * 8)
    try disk.free()
    _ = try ledger.open(version: "1")
    try ledger.record(Self.batch(kept))
    #expect(try ledger.open(version: "1").deliveries["a"]?.map(\.event.sequence) == Array(1...(kept + 1) * 8))
  }

  @Test func `A full disk stops nothing that was begun: the same ledger goes on when there is room again`() throws {
    let disk = try SmallDisk(bytes: 6 << 20)
    let ledger = SQLiteLedger(at: disk.path + "/ledger")
    _ = try ledger.open(version: "1")
    var kept = 0
    for _ in 1...3 {
      try disk.fill(leaving: 100_000)
      #expect(throws: SQLiteLedgerError.self) {
        for _ in 1...100 {
          try ledger.record(Self.batch(kept))
          kept += 1
        }
      }
      try disk.free()
    }
    try ledger.record(Self.batch(kept))
    #expect(try ledger.open(version: "1").deliveries["a"]?.count == (kept + 1) * 8)
  }

  @Test func `A disk without room for the file of running calls is refused clearly`() throws {
    let disk = try SmallDisk(bytes: 100_000)
    let error = #expect(throws: SQLiteLedgerError.self) { try SQLiteLedger(at: disk.path + "/ledger").open(version: "1") }
    #expect(error?.obstacle == .diskFull)
  }

  @Test func `A folder that cannot be written is refused clearly`() throws {
    let disk = try SmallDisk(bytes: 4 << 20)
    let ledger = SQLiteLedger(at: disk.path + "/ledger")
    _ = try ledger.open(version: "1")
    try ledger.close()
    try disk.makeReadOnly()
    let error = #expect(throws: SQLiteLedgerError.self) { try ledger.open(version: "1") }
    #expect(error?.obstacle == .unusable)
    #expect(error?.description.contains(disk.path) == true)
  }
}

extension FileManager {
  /// What a copy of a ledger on another disk holds.
  fileprivate func copied(_ path: String) throws -> LedgerContents {
    let folder = try TemporaryFolder()
    try copyItem(atPath: path, toPath: folder["ledger"])
    return try SQLiteLedger(at: folder["ledger"]).open(version: "1")
  }
}
