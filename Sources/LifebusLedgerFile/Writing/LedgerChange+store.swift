internal import Lifebus

extension LedgerChange {
  /// True for what is to outlive a loss of power: accepted events, claims of only calls, and keys of `perInstall` (L6).
  var isToOutliveLossOfPower: Bool {
    switch self {
    case .accept: true
    case .claim(_, sequence: _, owner: _, let isOnly): isOnly
    case .useUp(let key): key.isPerInstall
    case .pause, .end, .bury, .redrive, .release, .attend, .forget: false
    }
  }

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
