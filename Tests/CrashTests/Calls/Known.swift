/// What is known of events and processes by those who are not killed.
struct Known {
  /// The events that clients have sent.
  var sent: Set<String> = []
  /// Those of which a client was told that the host has accepted them, with their places in the log; 0: not told.
  var accepted: [String: Int] = [:]
  /// The events that the ledger had at the end of a process.
  var kept: Set<String> = []
  /// The events whose only call was cut off, as the ledger reports.
  var interrupted: Set<String> = []
  /// The processes that were killed or have crashed, by their ids.
  var killed: Set<Int32> = []
  /// The processes' names, by their ids.
  var names: [Int32: String] = [:]

  /// What two events have in common for a handler that works once for each key.
  static func key(of id: String) -> String { "k\((Int(id.dropFirst()) ?? 0) / 2)" }

  mutating func note(_ ledger: LedgerLook) {
    kept.formUnion(ledger.events)
    interrupted.formUnion(ledger.interrupted)
  }

  func name(_ pid: Int32) -> String { names[pid] ?? "process \(pid)" }
}
