extension Row {
  /// P9: a bus opens a ledger that has a million once-keys.
  static func restart(_ workplace: Workplace) -> [Row] {
    let ledger = KeyedLedger(keys: 1_000_000, in: workplace)
    return [
      Row("P9", "memory for each of 1 000 000 once-keys", in: .bytes, goal: .atMost(24), RestartBytes(ledger)),
      Row("P9", "restart with 1 000 000 once-keys", in: .milliseconds, goal: .atMost(250), RestartTime(ledger)),
    ]
  }
}
