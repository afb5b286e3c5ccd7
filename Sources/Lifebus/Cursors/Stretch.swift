/// What a loop delivers between two steps of the machine: a loan of the log, or one call.
///
/// Cycle: ``findCall()`` says which call is next, its clause's body makes it, ``next(after:)`` notes its end and finds the one
/// after it.
@usableFromInline
struct Stretch {
  @usableFromInline let cell: Cell
  /// How many calls of a loan were begun.
  @usableFromInline var calls = 0
  /// The first event that is not passed.
  @usableFromInline var place: Int
  /// Up to here nothing has to be asked but the baton.
  @usableFromInline var clear: Int
  /// Where the line with sequence number 0 would stand; of one call it is nothing.
  @usableFromInline let lines: UnsafeMutablePointer<LogLine>?
  @usableFromInline var matching = Matching()
  /// A call that was found, and is another clause's than the one before.
  @usableFromInline var found: Call?

  private let chunk: Chunk?
  private var end: Int
  private(set) var turn: TurnBudget
  /// How many of the calls the turn knows of.
  private var counted = 0

  /// A loan of these events.
  @usableFromInline
  init(_ chunk: Chunk, _ range: Range<Int>, _ cell: Cell, _ turn: TurnBudget) {
    self.cell = cell
    self.turn = turn
    place = range.lowerBound
    clear = range.lowerBound
    end = range.upperBound
    self.chunk = chunk
    lines = chunk.origin
  }

  /// One call, with nothing after it.
  @usableFromInline
  init(_ call: Call, _ cell: Cell, _ turn: TurnBudget) {
    self.cell = cell
    self.turn = turn
    self.turn.count(1)
    (place, clear, end) = (0, 0, 0)
    (chunk, lines) = (nil, nil)
    found = call
  }

  /// The next call; nil if there is none now: others come first, nothing can be read, or the stretch is over.
  @inlinable
  mutating func findCall() -> Call? {
    if let call = found {
      found = nil
      return call
    }
    return findCallInLog()
  }

  /// Notes that a call has ended; the next call, if that is the same clause's.
  @inlinable
  mutating func next(after call: Call) -> Call? {
    guard calls > 0 else { return nil }
    cell.hasEnded(place - 1)
    guard let next = findCallInLog() else { return nil }
    if next.clause == call.clause { return next }
    found = next
    return nil
  }

  @inlinable @inline(__always)
  mutating func findCallInLog() -> Call? {
    guard let lines else { return nil }
    while place < clear || readOn() {
      let line = lines[place]
      guard let clause = matching.clause(of: line, for: cell) else {
        place += 1
        continue
      }
      guard cell.mayCall(place) else {
        close()
        return nil
      }
      place += 1
      calls += 1
      return line.entry._withUnsafeGuaranteedRef { Call($0, clause: clause) }
    }
    return nil
  }

  /// Looks how far the log may be read without a look at anything else; false if no further than now.
  @usableFromInline @inline(never)
  mutating func readOn() -> Bool {
    countCalls()
    guard let chunk, place < end, turn.left > 0, !cell.isCalledBack else { return false }
    clear = min(chunk.readable(after: place), end, place + min(turn.left, TurnBudget.stride))
    return place < clear
  }

  private mutating func countCalls() {
    turn.count(calls - counted)
    counted = calls
  }

  /// The loan was called back.
  @usableFromInline
  mutating func close() {
    end = place
    clear = place
  }

  /// Lets others run if they come first; false if they do not, or the stretch is over.
  @usableFromInline
  mutating func letOthersRun() async -> Bool {
    guard place < end, turn.left == 0, !cell.isCalledBack else { return false }
    if turn.state == .spent { await turn.pause() } else { await turn.yield() }
    return true
  }

  /// Ends the stretch; the turn goes on with what is left of it.
  @usableFromInline
  mutating func finish() -> TurnBudget {
    countCalls()
    return turn
  }
}

/// Says which clause an event is for.
///
/// Where clauses ask for nothing but kind and scope, an event that is like the one before has the same answer.
@usableFromInline
struct Matching {
  @usableFromInline var kind = KindID.min
  @usableFromInline var scopeName = ScopeNameID.min
  @usableFromInline var clause: Int?

  @inlinable init() {}

  @inlinable @inline(__always)
  mutating func clause(of line: LogLine, for cell: Cell) -> Int? {
    if line.kind == kind, line.scopeName == scopeName, !cell.hasFilters { return clause }
    (kind, scopeName, clause) = (line.kind, line.scopeName, cell.match(line))
    return clause
  }
}
