internal import Lifebus

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads deliveries for people: what the rows say, together with what ran when the last process was seen last.
struct EntryReader {
  static let headColumns = "sequence, kind, scope, id, source, time"

  static let query = """
    SELECT \(headColumns.split(separator: ", ").map { "event.\($0)" }.joined(separator: ", ")),
      handler, attempts, failures, was_running, owner, outcome, dead_reason, ended
    FROM delivery JOIN event ON event.sequence = delivery.sequence
    """

  /// The outcomes of a call: those that no call had are skips.
  private static let ofCall: Set = ["done", "failed", "timedOut"]

  private let runs: [HandlerID: RunFound]
  private let ends: [HandlerID: [Int: NotedEnd]]
  private let isGone: Bool

  /// - Parameters:
  ///   - last: The process that had the ledger last, or has it.
  ///   - isGone: True if it does not run any more.
  init(_ last: LastProcess?, isGone: Bool) {
    runs = last?.runs ?? [:]
    ends = Dictionary(grouping: last?.ends ?? [], by: \.handler)
      .mapValues { Dictionary($0.map { ($0.sequence, $0) }) { _, last in last } }
    self.isGone = isGone
  }

  func entry(_ row: Row) -> LedgerEntry {
    let (event, handler) = (LedgerEventHead(row), row.text(6))
    let run = runs[HandlerID(handler)].flatMap { $0.sequence == event.sequence ? $0 : nil }
    let delivery = StoredDelivery(row, ends[HandlerID(handler)]?[event.sequence])
    let isOpen = delivery.outcome == nil && delivery.deadReason == nil
    let running = isOpen ? run : nil
    return LedgerEntry(
      handler: handler, event: event, state: delivery.state(isRunning: running != nil),
      attempts: running?.attempt ?? delivery.attempts + (delivery.hasLastCall ? 1 : 0), failures: delivery.failures,
      cutOff: running.flatMap { isGone ? $0.attempt : nil } ?? delivery.cutOff, owner: delivery.owner,
      outcome: delivery.outcome, deadReason: delivery.deadReason, ended: delivery.ended)
  }

  /// A row of `delivery`, or how it has ended since.
  private struct StoredDelivery {
    /// Calls that had begun when the ledger was last told of one that did not end the delivery.
    let attempts: Int
    let failures: Int
    let wasRunning: Bool
    let owner: String?
    let outcome: String?
    let deadReason: String?
    let ended: Int?

    init(_ row: Row, _ noted: NotedEnd?) {
      (attempts, failures, wasRunning) = (row.integer(7), row.integer(8), row.flag(9))
      (owner, deadReason) = (row.optionalText(10), row.optionalText(12))
      outcome = row.optionalText(11) ?? noted.map { _ in Outcome.done.word }
      ended = row.optionalInteger(13) ?? noted?.ended
    }

    /// True if a call came after those that were counted.
    var hasLastCall: Bool { deadReason != nil || outcome.map(EntryReader.ofCall.contains) ?? false }

    /// A call that did not fail and that was taken over from a process which had died; a claim alone begins no call.
    var cutOff: Int? { wasRunning && attempts > failures ? attempts : nil }

    func state(isRunning: Bool) -> LedgerEntry.State {
      if outcome != nil { return .finished }
      if deadReason != nil { return .dead }
      return isRunning || (wasRunning && cutOff == nil) ? .running : .waiting
    }
  }
}

extension LedgerEventHead {
  /// Reads the columns of ``EntryReader/headColumns``, which come first.
  init(_ row: Row) {
    self.init(
      sequence: row.integer(0), kind: row.text(1), scope: row.optionalText(2), id: row.optionalText(3),
      source: row.optionalText(4), time: row.integer(5))
  }
}

extension Connection {
  /// Whether the process that had the ledger last has ended, however it did.
  func isLastProcessGone(_ last: LastProcess?) throws(SQLiteLedgerError) -> Bool {
    guard last?.end == .killed else { return true }
    let pid = try first("SELECT pid FROM ledger") { $0.integer(0) } ?? 0
    return kill(pid_t(pid), 0) != 0 && errno == ESRCH
  }
}
