internal import Lifebus

/// A rule about rows that SQLite does not know.
struct RowCheck: Sendable {
  let findings: @Sendable (Connection) throws(SQLiteLedgerError) -> [String]

  static let all = [
    RowCheck(
      "the event %, of which there is a delivery, is not there",
      """
      SELECT DISTINCT sequence FROM delivery WHERE sequence NOT IN (SELECT sequence FROM event)
      """),
    RowCheck(
      "the event % is for nobody",
      """
      SELECT sequence FROM event WHERE sequence NOT IN (SELECT sequence FROM delivery)
      """),
    RowCheck("the event % is no JSON", "SELECT sequence FROM event WHERE NOT json_valid(payload)"),
    RowCheck(
      "the event % is beyond the next sequence number",
      """
      SELECT sequence FROM event WHERE sequence >= (SELECT next_sequence FROM ledger)
      """),
    RowCheck(findings: wrongFingerprints),
  ]

  private init(findings: @escaping @Sendable (Connection) throws(SQLiteLedgerError) -> [String]) { self.findings = findings }

  /// A rule that the rows that a query finds are against; `%` stands for what the query says of each.
  private init(_ text: String, _ query: String) {
    let parts = text.split(separator: "%", maxSplits: 1)
    findings = { connection throws(SQLiteLedgerError) in
      var findings: [String] = []
      try connection.forEach(query) { findings.append("\(parts[0])\($0.integer(0))\(parts[1])") }
      return findings
    }
  }

  @Sendable private static func wrongFingerprints(_ connection: Connection) throws(SQLiteLedgerError) -> [String] {
    var findings: [String] = []
    try connection.forEach("SELECT number, fingerprint, handler, kind, name, version, key FROM once_key") { row in
      let key = LedgerKey(
        handler: HandlerID(row.text(2)), kind: row.text(3), name: row.optionalText(4), version: row.optionalText(5),
        key: row.optionalText(6))
      guard key.fingerprint != UInt64(bitPattern: Int64(row.integer(1))) else { return }
      findings.append("the once-key \(row.integer(0)) has the fingerprint of another")
    }
    return findings
  }
}
