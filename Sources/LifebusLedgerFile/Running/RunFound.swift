package import Lifebus

/// What a handler's call ran for when its process ended.
package struct RunFound: Sendable {
  /// The event's place in the log; 0 for an event that the ledger does not have for the handler.
  package let sequence: Int
  /// The number of the call.
  package let attempt: Int
  /// The kind and scope, long ones cut.
  package let note: RunningNote
  /// What tells one kind and scope from another, however long they are.
  let fingerprint: UInt64
  /// True if the call had returned, and what became of it was not recorded yet.
  package let isOver: Bool
}

extension RunningNote {
  var fingerprint: UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.add(kind)
    fingerprint.add(scope)
    return fingerprint.value
  }
}
