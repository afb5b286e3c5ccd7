package import LifebusSystem
package import LifebusTestKit
package import LifebusWire

/// Ledgers on disk: what a program has that is linked with a database.
package protocol Ledgers: Sendable {
  /// Answers what is asked about the ledger in a folder, which no host has, in lines of JSON.
  func answer(_ request: LedgerRequest, in folder: String) throws(Refusal) -> [String]

  /// Lends an empty ledger, which is gone afterwards.
  func withNewLedger<Value>(_ body: (any PlayableLedger) -> Value) throws(Refusal) -> Value
}

/// Why something is not done, in words, and the exit code of it.
package struct Refusal: Error {
  package let words: String
  let code: ExitCode

  package init(_ words: String, _ code: ExitCode) {
    self.words = words
    self.code = code
  }
}
