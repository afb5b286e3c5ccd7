/// Which once-only clauses of one handler are done (H, Once): bits and numbers, never texts.
struct OnceMemory {
  private var processes: Set<ClauseKey> = []
  private var sessions: [ClauseKey: Int32] = [:]
  private var scopes: [ClauseKey: Bits] = [:]

  var isEmpty: Bool { processes.isEmpty && sessions.isEmpty && scopes.isEmpty }

  func isUsedUp(_ clause: ClauseTraits, _ entry: Entry) -> Bool {
    switch clause.once {
    case .everyTime: false
    case .perProcess: processes.contains(clause.key)
    case .perSession: sessions[clause.key].map { $0 >= entry.session } ?? false
    case .perScope: entry.scope != 0 && scopes[clause.key]?.contains(Int(entry.scope)) ?? false
    // These are the ledger's: see `Machine.ledgerKey`.
    case .perVersion, .perInstall, .perKey: false
    }
  }

  mutating func useUp(_ clause: ClauseTraits, _ entry: Entry) {
    switch clause.once {
    case .everyTime, .perVersion, .perInstall, .perKey: break
    case .perProcess: processes.insert(clause.key)
    case .perSession: sessions[clause.key] = max(sessions[clause.key] ?? 0, entry.session)
    case .perScope: if entry.scope != 0 { scopes[clause.key, default: Bits()].insert(Int(entry.scope)) }
    }
  }
}

/// A set of small numbers.
struct Bits {
  private var words: [UInt64] = []

  func contains(_ number: Int) -> Bool {
    number / 64 < words.count && words[number / 64] & (1 << UInt64(number % 64)) != 0
  }

  mutating func insert(_ number: Int) {
    while words.count <= number / 64 { words.append(0) }
    words[number / 64] |= 1 << UInt64(number % 64)
  }
}
