internal import Lifebus

extension LedgerChange {
  /// The sequence number of the event that it accepts; 0 if it accepts none.
  var acceptedSequence: Int {
    if case .accept(let event, _) = self { event.sequence } else { 0 }
  }

  /// The text of the event that it accepts.
  func payload(_ codec: any EventCodec) throws(SQLiteLedgerError) -> String? {
    guard case .accept(let event, _) = self else { return nil }
    switch event.content {
    case .event(let event): return try codec.encode(event)
    case .encoded:
      throw SQLiteLedgerError(
        .notCodable, "the event \(event.sequence) ('\(event.note.kind)') was read from a ledger: accept it where it was made")
    }
  }
}
