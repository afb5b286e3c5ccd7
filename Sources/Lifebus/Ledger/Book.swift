/// The machine's side of the ledger: what it held when the process began, and the way to it.
struct Book: Sendable {
  let ledger: (any Ledger)?
  let version: String
  var contents: LedgerContents
  /// Events of earlier processes that are not finished, by their given ids.
  var restored: [EventID: Entry] = [:]

  init() {
    ledger = nil
    version = ""
    contents = LedgerContents()
  }

  init(_ ledger: any Ledger, version: String) throws {
    self.ledger = ledger
    self.version = version
    contents = try ledger.open(version: version)
  }
}
