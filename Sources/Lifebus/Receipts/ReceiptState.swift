/// What is known of an event at one moment.
package struct ReceiptState: Sendable {
  package let id: EventID
  package let sequence: Int
  package let disposition: Receipt.Disposition
  package let outcomes: [HandlerID: Outcome]
  package let calls: [HandlerID: CallRecord]
  /// False while the ledger does not have it, and if it could not keep it.
  package let isStored: Bool
  package let keptFor: [HandlerID]
  package let derived: [Receipt]

  /// Whether every delivery has ended.
  package var isFinal: Bool { outcomes.values.allSatisfy(\.isFinal) }
}

extension Receipt {
  /// All that the receipt tells, looked up at once.
  package var state: ReceiptState {
    core.step { machine, now, effects in
      let first = entry.notes?.original ?? entry
      return ReceiptState(
        id: entry.given?.id ?? EventID("\(first.sequence)"), sequence: first.sequence,
        disposition: entry.notes?.disposition ?? .accepted, outcomes: machine.outcomes(of: entry, &effects),
        calls: machine.calls(of: entry, now, &effects), isStored: entry.isStored, keptFor: first.notes?.keptFor ?? [],
        derived: (first.notes?.derived ?? []).map { Receipt(entry: $0, core: core) })
    }
  }
}
