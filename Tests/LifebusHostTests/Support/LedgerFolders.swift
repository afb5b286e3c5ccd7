import Lifebus
import LifebusSQLite
import LifebusWire
import TestSupport

@testable import LifebusHost

extension TemporaryFolder {
  /// The ledger of the host whose state is in `state`.
  var ledger: String { self["state/ledger"] }

  /// What the ledger's files answer.
  func ask(_ request: LedgerRequest) throws -> [String] { try LedgerFiles().answer(request, in: ledger) }

  /// Has a process with a durable handler die while it handles an event that it accepted, so many times in a row.
  func crash(_ handler: HandlerID, times: Int) throws {
    for _ in 0..<times {
      let ledger = SQLiteLedger(at: self.ledger)
      let sequence = try ledger.open(version: "1").nextSequence
      try ledger.record([.accept(LedgerEvent(sequence: sequence, event: Custom("trap")), [handler: nil])])
      ledger.note(
        LedgerRun(sequence: sequence, attempt: 1, note: RunningNote(kind: "custom:trap", scope: nil)), of: handler)
      ledger.end(.crashed)
    }
  }
}

/// A request about the ledger, as a line.
func ledgerRequest(_ request: LedgerRequest) -> String { WireRequest.ledger(request).line + "\n" }

extension HostedRun {
  /// What the host answers about its ledger, but for its first line and its last.
  func ask(_ request: LedgerRequest) async throws -> [String] {
    try await RawClient.answers(await socket(), ledgerRequest(request)).dropFirst().dropLast()
  }

  /// Why the host does not do something with its ledger; nil if it does it.
  func refusal(_ request: LedgerRequest) async throws -> String? {
    let last = try await RawClient.answers(await socket(), ledgerRequest(request)).last ?? ""
    guard case .refusal(let words, exitCode: 2) = try WireLine(Array(last.utf8)) else { return nil }
    return words
  }
}
