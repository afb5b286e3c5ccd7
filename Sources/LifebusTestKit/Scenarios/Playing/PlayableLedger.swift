package import Lifebus

/// A ledger on which processes can be played that end without an ending of their own.
package protocol PlayableLedger: Ledger {
  /// Ends the process that has it open.
  func end(_ end: ProcessEnd)
}

extension MemoryLedger: PlayableLedger {
  package func end(_ end: ProcessEnd) { note(end) }
}
