internal import Lifebus
internal import LifebusLedgerFile

/// What a ledger is changed with; each change is on the disk when the call returns.
protocol LedgerTools {
  /// The handlers that are quarantined until this process ends, which the ledger does not know.
  var quarantined: [HandlerID] { get }

  /// Has a dead letter delivered again; false if there is none.
  func redrive(_ sequence: Int, of handler: HandlerID) throws -> Bool

  /// Gives a dead letter up; false if there is none.
  func discard(_ sequence: Int, of handler: HandlerID) throws -> Bool

  /// Lifts a handler's quarantine.
  func release(_ handler: HandlerID) throws

  /// Has a handler lose its place; one that is there keeps it, which is an error.
  func forget(handler: HandlerID) throws
}

/// The files, where no host runs.
extension LedgerRepair: LedgerTools {
  var quarantined: [HandlerID] { [] }
}

/// The bus of a running host, which is the only writer of its ledger.
struct HostedLedger: LedgerTools {
  let bus: LifecycleBus
  let ledger: WatchedLedger

  var quarantined: [HandlerID] { bus.snapshot().handlers.filter { $0.quarantine != nil }.map(\.id) }

  func redrive(_ sequence: Int, of handler: HandlerID) throws -> Bool {
    try ledger.keep({ $0.endsDeath(of: sequence, for: handler) }) { bus.redrive(sequence, of: handler) }
  }

  func discard(_ sequence: Int, of handler: HandlerID) throws -> Bool {
    try ledger.keep({ $0.endsDeath(of: sequence, for: handler) }) { bus.discard(sequence, of: handler) }
  }

  func release(_ handler: HandlerID) throws {
    _ = try ledger.keep({ if case .release(handler) = $0 { true } else { false } }) { bus.release(handler) }
  }

  func forget(handler: HandlerID) throws {
    let isForgotten = try ledger.keep({ if case .forget(handler) = $0 { true } else { false } }) {
      bus.forget(handler: handler)
    }
    guard isForgotten else {
      throw HostError("'\(handler)' is hosted: stop the host, or start it without '\(handler)', and forget it then")
    }
  }
}

extension LedgerChange {
  /// What has become of a dead letter is that it is delivered again, or that nobody wants it.
  fileprivate func endsDeath(of sequence: Int, for handler: HandlerID) -> Bool {
    switch self {
    case .redrive(handler, sequence), .end(handler, sequence, _, _): true
    default: false
    }
  }
}
