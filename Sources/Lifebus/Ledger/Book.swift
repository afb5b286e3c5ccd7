internal import LifebusThreads

/// The machine's side of the ledger: what it held when the process began, and the way to it.
struct Book: Sendable {
  let ledger: (any Ledger)?
  let version: String
  var contents: LedgerContents
  /// What tells this process from every other.
  let process = Book.newIdentity()
  /// True while the ledger could not be opened: what it holds is not known.
  private(set) var isAwaited = false
  /// The once-keys that are used up.
  var keys = FingerprintSet()
  /// Events of earlier processes that are not finished, by their places in the log.
  ///
  /// Not by their ids: a launch may have the id of an earlier event.
  private(set) var restored: [Int: Entry] = [:]
  private var firstOfID: [EventID: Entry] = [:]

  /// The entry of an event of an earlier process, the same for all its deliveries.
  mutating func entry(of event: LedgerEvent, types: [any DeliverableEvent.Type]) throws -> Entry {
    if let entry = restored[event.sequence] { return entry }
    let entry = try event.makeEntry(of: types)
    entry.sequence = event.sequence
    entry.isFromEarlierProcess = true
    entry.time = .zero - event.age
    restored[event.sequence] = entry
    if let id = event.id, firstOfID[id].map({ event.sequence < $0.sequence }) ?? true { firstOfID[id] = entry }
    return entry
  }

  /// Keeps an entry of this process for a handler that is not there yet.
  mutating func remember(_ entry: Entry, at sequence: Int) { restored[sequence] = entry }

  /// The unfinished event of an earlier process that had the id first.
  func first(_ id: EventID) -> Entry? { firstOfID[id] }

  /// 128 random bits as text.
  static func newIdentity() -> String {
    String(UInt128.random(in: 0...UInt128.max), radix: 36)
  }

  init() {
    ledger = nil
    version = ""
    contents = LedgerContents()
  }

  init(_ ledger: any Ledger, version: String, opening: LedgerOpening) throws {
    self.ledger = ledger
    self.version = version
    contents = LedgerContents()
    do { adopt(try ledger.open(version: version)) } catch {
      guard opening == .whenPossible else { throw error }
      isAwaited = true
      contents.nextSequence = Int(wallClockMicroseconds())
    }
  }

  /// What the ledger holds is known.
  mutating func adopt(_ found: LedgerContents) {
    isAwaited = false
    contents = found
    keys = FingerprintSet(found.fingerprints)
    contents.fingerprints = []
  }

  /// Where what runs is noted; nil where nothing can be, yet or at all.
  var notes: (any Ledger)? { isAwaited ? nil : ledger }
}
