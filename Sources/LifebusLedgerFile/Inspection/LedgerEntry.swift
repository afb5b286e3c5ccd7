/// One event for one handler, as a ledger has it.
package struct LedgerEntry: Equatable, Sendable {
  /// How far the delivery is.
  package enum State: String, CaseIterable, Sendable {
    /// It is to come, or to come again.
    case waiting
    /// Its call runs, or ran when its process ended.
    case running
    /// Its attempts are used up.
    case dead
    /// It has ended, with its outcome.
    case finished
  }

  package let handler: String
  package let sequence: Int
  package let kind: String
  package let scope: String?
  package let id: String?
  package let source: String?
  /// When the event was accepted, in milliseconds since 1970.
  package let time: Int
  package var state: State
  package var attempts: Int
  package let failures: Int
  /// Whose it is, behind a gate.
  package let owner: String?
  /// How it ended.
  package let outcome: String?
  /// Why its attempts are used up.
  package let deadReason: String?
  /// When it ended, in milliseconds since 1970.
  package let ended: Int?
}

/// An event as a ledger has it, and what became of it.
package struct LedgerEventDetails: Equatable, Sendable {
  package let sequence: Int
  package let type: String
  /// The sequence number of the event that caused it; 0 if none did.
  package let cause: Int
  /// The event as JSON.
  package let payload: String
  package let entries: [LedgerEntry]
}
