import Lifebus
import LifebusSQLite

/// A ledger whose once-keys are used up; it is made when it is first asked for.
actor KeyedLedger {
  nonisolated let keys: Int
  private let workplace: Workplace
  private var made: String?

  init(keys: Int, in workplace: Workplace) {
    (self.keys, self.workplace) = (keys, workplace)
  }

  /// Its folder.
  func folder() throws -> String {
    if let made { return made }
    let folder = workplace.newPath("keys")
    try fill(SQLiteLedger(at: folder))
    made = folder
    return folder
  }

  private func fill(_ ledger: SQLiteLedger) throws {
    _ = try ledger.open(version: "1")
    for start in stride(from: 0, to: keys, by: 10_000) {
      try ledger.record((start..<min(start + 10_000, keys)).map { .useUp(Self.key($0)) })
    }
    try ledger.close()
  }

  private static func key(_ number: Int) -> LedgerKey {
    LedgerKey(handler: "counter-0", kind: Tick.name, key: "order-\(number)")
  }
}
