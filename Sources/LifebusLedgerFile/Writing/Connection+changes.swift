internal import Lifebus

/// How each change is written.
extension Connection {
  /// Writes a change; `payload` is the text of an event that it accepts.
  func write(_ change: LedgerChange, payload: String?) throws(SQLiteLedgerError) {
    switch change {
    case .accept(let event, let handlers): try accept(event, payload, handlers)
    case .claim(let handler, let sequence, let owner, let isOnly):
      try update(handler, sequence, "owner = ?, was_running = was_running OR ?", SQLValue(owner?.rawValue), SQLValue(isOnly))
    case .pause(let handler, let sequence, let attempts, let failures):
      try update(handler, sequence, "attempts = ?, failures = ?, was_running = 0", .integer(attempts), .integer(failures))
    case .end(let handler, let sequence, let outcome, let value):
      try update(handler, sequence, "outcome = ?, ended = ?", .text(outcome), .integer(Moment.now))
      if let value { try commit(value, handler) }
    case .bury(let handler, let sequence, let reason): try update(handler, sequence, "dead_reason = ?", .text(reason))
    case .redrive(let handler, let sequence):
      try update(handler, sequence, "attempts = 0, failures = 0, was_running = 0, dead_reason = NULL")
    case .useUp(let key): try useUp(key)
    case .release(let handler): try run("DELETE FROM quarantine WHERE handler = ?", .text(handler.rawValue))
    case .attend(let handler, let interest): try attend(handler, interest)
    case .forget(let handler): try forget(handler.rawValue)
    }
  }

  private func accept(_ event: LedgerEvent, _ payload: String?, _ handlers: [HandlerID: Identity?]) throws(SQLiteLedgerError) {
    try run(
      """
      INSERT OR REPLACE INTO event (sequence, source, id, cause, type, kind, scope, time, payload)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(event.sequence), SQLValue(event.id?.source), SQLValue(event.id?.value), .integer(event.cause),
      .text(event.typeName), .text(event.note.kind), SQLValue(event.note.scope), .integer(Moment.now), SQLValue(payload))
    for (handler, owner) in handlers {
      try run(
        "INSERT OR REPLACE INTO delivery (sequence, handler, owner) VALUES (?, ?, ?)",
        .integer(event.sequence), .text(handler.rawValue), SQLValue(owner?.rawValue))
    }
  }

  /// Changes a delivery that has not ended: one that has ended stays as it is.
  func update(
    _ handler: HandlerID, _ sequence: Int, _ assignments: String, _ values: SQLValue...
  ) throws(SQLiteLedgerError) {
    try run(
      "UPDATE delivery SET \(assignments) WHERE sequence = ? AND handler = ? AND outcome IS NULL",
      values + [.integer(sequence), .text(handler.rawValue)])
  }

  func commit(_ value: [UInt8], _ handler: HandlerID) throws(SQLiteLedgerError) {
    try run(
      "INSERT INTO handler (name, seen, committed) VALUES (?1, ?2, ?3) ON CONFLICT (name) DO UPDATE SET committed = ?3",
      .text(handler.rawValue), .integer(Moment.now), .bytes(value))
  }

  private func useUp(_ key: LedgerKey) throws(SQLiteLedgerError) {
    guard try !holds(key) else { return }
    try run(
      "INSERT INTO once_key (fingerprint, handler, kind, name, version, key) VALUES (?, ?, ?, ?, ?, ?)", key.values)
  }

  /// Whether a once-key is used up: by its fingerprint it is found, by its parts it is known.
  func holds(_ key: LedgerKey) throws(SQLiteLedgerError) -> Bool {
    try first(
      """
      SELECT 1 FROM once_key
      WHERE fingerprint = ? AND handler = ? AND kind = ? AND name IS ? AND version IS ? AND key IS ?
      """, key.values
    ) { _ in true } ?? false
  }
}

extension LedgerKey {
  fileprivate var values: [SQLValue] {
    [
      SQLValue(bits: fingerprint), .text(handler.rawValue), .text(kind), SQLValue(name), SQLValue(version), SQLValue(key),
    ]
  }
}
