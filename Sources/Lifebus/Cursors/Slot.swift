/// A handler's place in the machine: its registration, its cursor, and the call that runs.
///
/// A cursor reads the log at `position`; what it took along when it left the log, and standing facts, wait in `backlog`, which
/// comes first. While a loan is out, `position` is where it begins. Either it has lent a stretch of the log to its loop (`loan`), or each delivery is stepped (`call`).
struct Slot {
  let id: HandlerID
  var cell: Cell
  var policy: Policy
  /// The first event that is the handler's own to read; earlier ones were there before it.
  var joined: Int
  var registration = 0

  var position: Int
  var backlog = Deque<Waiting>()
  /// What is known of the first of the backlog, if it was called before.
  var begun: Begun?
  /// The same of deliveries that an earlier process has called, or may have, by their events, until each is the first of the
  /// backlog.
  var begunBefore: [Int: Begun] = [:]
  var once = OnceMemory()
  /// How long the backlog has to be before it is looked through again for what may be dropped.
  var nextDrop = 0
  var dead: [DeadLetter] = []

  var call: RunningCall?
  var loan: Loan?

  /// How often time looks which call of a loan runs; nil: never.
  var samplingInterval: Duration?

  var gate: GateIndex?
  /// True if every delivery is to be stepped, because a clause asks for it.
  var isCareful: Bool
  /// True if whatever the handler wants may be dropped, so that what waits need not be looked through to be counted.
  var mayDropAll = false
  var isEnded = false
  /// True while the bus keeps events for a handler that is still to come.
  var isReserved = false
  /// Why the handler is quarantined, which has crashed too often: it is not called, and what it would get is held.
  var quarantine: String?
  /// Who is to be done with an event before this handler gets it.
  var after: [Int] = []
  /// A name in `after` that is still to be registered.
  var missing: HandlerID?
  /// True if another handler is after this one.
  var hasDependents = false
  /// True from when a loop is to be started until it has asked for the turn in which it rests.
  var isLooping = false
  /// Who runs the loop.
  var worker: Worker?
  /// True if the loop's task was cancelled: it delivers nothing more.
  var isLoopCancelled = false

  /// The event of which activity has said that it is held.
  var heldEvent: Int?
  /// The wait for the ledger that the slot is in: nothing more is called before it is over.
  var recording: Int?
  /// The event that the ledger has as claimed, and for whom.
  var claimed: (sequence: Int, owner: OwnerID)?
  /// The event whose once-key the ledger was asked for, and what it has said.
  var asked: (sequence: Int, isUsedUp: Bool?)?
  /// When time has something to say to the running call.
  var alarm: Duration?
  /// True while who runs the handler cannot have it called.
  var isSuspended = false
  /// Who waits for the outcome of which event.
  var awaited = Awaited()
  var counts: [String: Int] = [:]
  var done = 0
  var lastError: (reason: String, at: Duration)?

  init(_ cell: Cell, _ policy: Policy, joined: Int) {
    id = cell.id
    self.cell = cell
    self.policy = policy
    self.joined = joined
    position = joined
    isCareful = false
  }

  /// True while a call has not returned.
  var isCalling: Bool { call != nil && call?.ending == nil }

  var isQuarantined: Bool { quarantine != nil }

  func traits(_ clause: Int) -> ClauseTraits { cell.traits[clause] }

  /// Notes that a loop is to run; false if one does.
  mutating func beginLoop() -> Bool {
    guard !isLooping else { return false }
    isLooping = true
    isLoopCancelled = false
    return true
  }

  /// Finds that the first of the backlog is what an earlier process has called.
  mutating func recall(_ head: Waiting) {
    guard !begunBefore.isEmpty, !head.isReplayed, let last = begunBefore.removeValue(forKey: head.entry.sequence) else {
      return
    }
    begun = last
  }

  /// Puts an event in its place in the backlog, after one that was called before.
  mutating func insert(_ waiting: Waiting) {
    var front: [Waiting] = []
    if begun != nil, let head = backlog.popFirst() { front.append(head) }
    while let next = backlog.first, next.entry.sequence < waiting.entry.sequence, let head = backlog.popFirst() {
      front.append(head)
    }
    backlog.prepend(contentsOf: front + [waiting])
  }

  /// The place in the backlog of the event with this sequence number, replays aside.
  func index(of sequence: Int) -> Int? {
    var low = 0
    // Standing facts come first, wherever their events stand in the log.
    while low < backlog.count, backlog[low].isReplayed { low += 1 }
    var high = backlog.count
    while low < high {
      let middle = (low + high) / 2
      if backlog[middle].entry.sequence < sequence { low = middle + 1 } else { high = middle }
    }
    while low < backlog.count, backlog[low].entry.sequence == sequence {
      if !backlog[low].isReplayed { return low }
      low += 1
    }
    return nil
  }
}

/// A registration that is over: what it read, and what of that it wanted.
struct PastRegistration {
  /// The most that are kept.
  static let limit = 256

  let cell: Cell
  let range: Range<Int>
}

/// An event that waits in a backlog.
struct Waiting {
  let entry: Entry
  var clause: Int
  /// Whose it is, behind a gate; nobody's is 0.
  let owner: OwnerID
  var isReplayed = false
}

/// What is known of an event that was called before and is to be called again.
struct Begun {
  /// The number of the next call.
  var attempt: Int
  var failures = 0
  /// When its back-off is over.
  var notBefore: Duration?
}

/// A delivery whose attempts are used up.
struct DeadLetter {
  let waiting: Waiting
  let reason: String
}

/// A stretch of the log that a loop delivers without the lock.
struct Loan {
  let range: Range<Int>
  /// The call that ran when time last looked, and when that was.
  var sampled: (sequence: Int, at: Duration)
}

/// A call that runs, and what is to be done when it ends.
struct RunningCall {
  let entry: Entry
  let clause: Int
  let attempt: Int
  var failures = 0
  let owner: OwnerID
  let isReplayed: Bool
  let cell: Cell
  /// What the handler wants kept when the call is done.
  var commitment: [UInt8]?
  /// What the handler has to say of the call.
  var remark: String?
  var startedAt: Duration
  /// What the handler was given beside its timeout.
  var moreTime = Duration.zero
  /// Set when its gate has closed and cancelled it.
  var isCancelledByGate = false
  /// Set when its timeout was over.
  var timedOutAt: Duration?
  /// Set when the grace after that was over: its outcome is recorded.
  var isStuck = false
  /// Set when a shutdown cut it off: its outcome is recorded.
  var isLeftover = false
  /// How it has ended, while that is being recorded.
  var ending: (outcome: Outcome, duration: Duration)?
  var watch = ThreadWatch.notYet

  /// Whether the call gives up its thread.
  enum ThreadWatch {
    case notYet
    /// Its actor was asked to answer, and so was the pool of threads.
    case asked(at: Duration, poolHasAnswered: Bool)
    case told
  }
}
