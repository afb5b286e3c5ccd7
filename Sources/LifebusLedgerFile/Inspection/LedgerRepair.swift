package import Lifebus

/// Changes a ledger by command, while no other process has it.
package struct LedgerRepair {
  private let store: Store

  /// Takes the ledger in a folder.
  package init(_ folder: LedgerFolder) throws(SQLiteLedgerError) {
    store = try Store(folder, options: SQLiteLedgerOptions(), codec: NoEvents())
    try store.resume()
  }

  /// Has a dead letter delivered again; false if there is none.
  package func redrive(_ sequence: Int, of handler: HandlerID) throws(SQLiteLedgerError) -> Bool {
    guard try isDead(handler, sequence) else { return false }
    try store.record([.redrive(handler, sequence: sequence)])
    return true
  }

  /// Ends a dead letter; false if there is none.
  package func discard(_ sequence: Int, of handler: HandlerID) throws(SQLiteLedgerError) -> Bool {
    guard try isDead(handler, sequence) else { return false }
    try store.record([.end(handler, sequence: sequence, outcome: "discarded", committing: nil)])
    return true
  }

  /// Lifts a handler's quarantine.
  package func release(_ handler: HandlerID) throws(SQLiteLedgerError) { try store.record([.release(handler)]) }

  /// Ends what waits for a handler, and forgets what it has committed; its once-keys hold.
  package func forget(handler: HandlerID) throws(SQLiteLedgerError) { try store.forget(handler) }

  private func isDead(_ handler: HandlerID, _ sequence: Int) throws(SQLiteLedgerError) -> Bool {
    try store.connection.first(
      "SELECT 1 FROM delivery WHERE handler = ? AND sequence = ? AND dead_reason IS NOT NULL AND outcome IS NULL",
      .text(handler.rawValue), .integer(sequence)
    ) { _ in true } ?? false
  }
}

/// Commands accept no events.
private struct NoEvents: EventCodec {
  func encode(_ event: any DeliverableEvent) throws(SQLiteLedgerError) -> String { throw refusal }

  func decode(_ text: String, as type: any DeliverableEvent.Type) throws(SQLiteLedgerError) -> any DeliverableEvent {
    throw refusal
  }

  private var refusal: SQLiteLedgerError { SQLiteLedgerError(.notCodable, "a command neither accepts nor decodes events") }
}
