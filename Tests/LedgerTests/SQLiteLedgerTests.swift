import Lifebus
import LifebusSQLite
import LifebusTestKit
import TestSupport
import Testing

@Suite struct SQLiteLedgerTests {
  @Test(arguments: LedgerConformance.checks)
  func `The ledger on SQLite keeps what every ledger must`(_ check: LedgerConformance.Check) throws {
    let folder = try TemporaryFolder()
    let ledger = SQLiteLedger(at: folder["ledger"])
    try check.run { ledger }
  }
}
