/// What a ledger says of an event, its content aside.
package struct LedgerEventHead: Equatable, Sendable {
  package let sequence: Int
  package let kind: String
  package let scope: String?
  package let id: String?
  package let source: String?
  /// When it was accepted, in milliseconds since 1970.
  package let time: Int
}

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
  package let event: LedgerEventHead
  package let state: State
  /// Calls that have begun.
  package let attempts: Int
  package let failures: Int
  /// The number of the call that a process's end has cut off; nil if none was.
  package let cutOff: Int?
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
  package let event: LedgerEventHead
  package let type: String
  /// The sequence number of the event that caused it; 0 if none did.
  package let cause: Int
  /// The event as JSON.
  package let payload: String
  package let entries: [LedgerEntry]
}

/// Deliveries in the order of their events, the newest of all that were looked for.
package struct LedgerPage: Equatable, Sendable {
  package var entries: [LedgerEntry] = []
  /// How many older ones were left out.
  package var older = 0
}

/// How much a ledger holds.
package struct LedgerCounts: Equatable, Sendable {
  package let events: Int
  package let deliveries: Int
  package let onceKeys: Int
}
