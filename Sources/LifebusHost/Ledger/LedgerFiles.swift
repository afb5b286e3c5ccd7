internal import LifebusLedgerFile
internal import LifebusSQLite
internal import LifebusShell
internal import LifebusSystem
internal import LifebusTestKit
internal import LifebusWire

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Ledgers on disk, for the shell's verbs where no host has them.
struct LedgerFiles: Ledgers {
  func answer(_ request: LedgerRequest, in folder: String) throws(Refusal) -> [String] {
    let place = LedgerFolder(folder)
    do {
      return try LedgerDesk(place) { try LedgerRepair(place) }.answer(request)
    } catch {
      throw Refusal("\(error)", .badInput)
    }
  }

  func withNewLedger<Value>(_ body: (any PlayableLedger) -> Value) throws(Refusal) -> Value {
    let folder = FileManager.default.temporaryDirectory.appending(path: "lifebus-check-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    } catch {
      throw Refusal("no folder for a ledger can be made at '\(folder.path)': \(error)", .badInput)
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    return body(SQLiteLedger(at: folder.path))
  }
}

extension SQLiteLedger: PlayableLedger {}
