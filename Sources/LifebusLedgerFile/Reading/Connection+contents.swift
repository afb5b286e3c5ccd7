internal import Lifebus

/// What a ledger holds when a process begins.
extension Connection {
  func contents(remembering options: SQLiteLedgerOptions, _ codec: any EventCodec) throws(SQLiteLedgerError) -> LedgerContents {
    var contents = LedgerContents()
    contents.identity = try first("SELECT identity FROM ledger") { $0.text(0) } ?? ""
    contents.deliveries = try deliveries(codec)
    contents.fingerprints = try fingerprints()
    contents.ids = try ids(options)
    try forEach("SELECT name, committed FROM handler WHERE committed IS NOT NULL") { row in
      contents.committed[HandlerID(row.text(0))] = row.optionalBytes(1)
    }
    try forEach("SELECT handler, reason FROM quarantine") { row in
      contents.quarantined[HandlerID(row.text(0))] = row.text(1)
    }
    contents.interests = try interests()
    return contents
  }

  private func interests() throws(SQLiteLedgerError) -> [HandlerID: LedgerInterest] {
    var kinds: [HandlerID: Set<String>] = [:]
    try forEach("SELECT handler, kind FROM wanted") { kinds[HandlerID($0.text(0)), default: []].insert($0.text(1)) }
    var interests: [HandlerID: LedgerInterest] = [:]
    try forEach("SELECT name, gate FROM handler") { row in
      let handler = HandlerID(row.text(0))
      guard let kinds = kinds[handler] else { return }
      interests[handler] = LedgerInterest(kinds: kinds, gate: row.optionalText(1).map { HandlerID($0) })
    }
    return interests
  }

  private func deliveries(_ codec: any EventCodec) throws(SQLiteLedgerError) -> [HandlerID: [LedgerDelivery]] {
    var deliveries: [HandlerID: [LedgerDelivery]] = [:]
    var event: LedgerEvent?
    try forEach(
      """
      SELECT delivery.sequence, handler, owner, attempts, failures, was_running, dead_reason,
        event.sequence, source, id, cause, type, kind, scope, payload, time
      FROM delivery LEFT JOIN event ON event.sequence = delivery.sequence
      WHERE outcome IS NULL ORDER BY delivery.sequence, handler
      """
    ) { row throws(SQLiteLedgerError) in
      if event?.sequence != row.integer(0) { event = try self.event(row, codec) }
      guard let event else { return }
      var delivery = LedgerDelivery(event: event, owner: row.optionalText(2).map { Identity($0) })
      (delivery.attempts, delivery.failures) = (row.integer(3), row.integer(4))
      (delivery.wasRunning, delivery.deadReason) = (row.flag(5), row.optionalText(6))
      deliveries[HandlerID(row.text(1)), default: []].append(delivery)
    }
    return deliveries
  }

  private func event(_ row: Row, _ codec: any EventCodec) throws(SQLiteLedgerError) -> LedgerEvent {
    guard let sequence = row.optionalInteger(7) else {
      throw SQLiteLedgerError(
        damaged: "the ledger '\(path)'", text: "it has a delivery of the event \(row.integer(0)), and no such event")
    }
    let payload = row.text(14)
    return LedgerEvent(
      sequence: sequence, id: row.optionalText(9).map { EventID($0, source: row.text(8)) }, cause: row.integer(10),
      typeName: row.text(11), note: RunningNote(kind: row.text(12), scope: row.optionalText(13)),
      content: .encoded { type in try codec.decode(payload, as: type) },
      age: .milliseconds(max(0, Moment.now - row.integer(15))))
  }

  private func fingerprints() throws(SQLiteLedgerError) -> [UInt64] {
    var fingerprints: [UInt64] = []
    try forEach("SELECT fingerprint FROM once_key INDEXED BY fingerprint") { row in
      fingerprints.append(UInt64(bitPattern: Int64(row.integer(0))))
    }
    return fingerprints
  }

  private func ids(_ options: SQLiteLedgerOptions) throws(SQLiteLedgerError) -> Set<EventID> {
    var ids: Set<EventID> = []
    try forEach(
      "SELECT id, source FROM event WHERE id IS NOT NULL AND time > ? ORDER BY sequence DESC LIMIT ?",
      .integer(Moment.now - options.rememberedIDAge.milliseconds), .integer(options.rememberedIDs)
    ) { row in ids.insert(EventID(row.text(0), source: row.text(1))) }
    return ids
  }
}
