/// What a loop delivers between two steps of the machine: a loan of the log, or one call.
///
/// Cycle: ``findCall()`` says which call is next, its clause's body makes it, ``next(after:)`` notes its end and finds the one
/// after it.
@usableFromInline
struct Stretch {
  @usableFromInline let cell: Cell
  @usableFromInline var turn: TurnBudget
  /// How many calls of a loan were begun.
  @usableFromInline var calls = 0
  /// The first event that is not passed.
  @usableFromInline var place: Int
  @usableFromInline var end: Int
  @usableFromInline var readable: Int
  @usableFromInline let chunk: Chunk?
  @usableFromInline let lines: UnsafeMutablePointer<LogLine>?
  /// A call that was found, and is another clause's than the one before.
  @usableFromInline var found: Call?
  @usableFromInline var matching: Matching

  /// A loan of these events.
  @inlinable
  init(_ chunk: Chunk, _ range: Range<Int>, _ cell: Cell, _ turn: TurnBudget) {
    self.cell = cell
    self.turn = turn
    place = range.lowerBound
    end = range.upperBound
    readable = range.lowerBound
    self.chunk = chunk
    lines = chunk.origin
    matching = Matching()
  }

  /// One call, with nothing after it.
  @inlinable
  init(_ call: Call, _ cell: Cell, _ turn: TurnBudget) {
    self.cell = cell
    self.turn = turn
    self.turn.count()
    (place, end, readable) = (0, 0, 0)
    (chunk, lines) = (nil, nil)
    found = call
    matching = Matching()
  }

  /// The next call; nil if there is none now: others come first, nothing can be read, or the stretch is over.
  @inlinable
  mutating func findCall() -> Call? {
    if let call = found {
      found = nil
      return call
    }
    guard let lines else { return nil }
    while place < end, !turn.isSpent {
      if place == readable, !readOn() { return nil }
      let line = lines[place]
      guard let clause = matching.clause(of: line, for: cell) else {
        place += 1
        if cell.isCalledBack { end = place }
        continue
      }
      guard cell.mayCall(place) else {
        end = place
        return nil
      }
      place += 1
      calls += 1
      turn.count()
      return line.entry._withUnsafeGuaranteedRef { Call($0, clause: clause) }
    }
    return nil
  }

  /// Notes that a call has ended; the next call, if that is the same clause's.
  @inlinable
  mutating func next(after call: Call) -> Call? {
    guard calls > 0 else { return nil }
    cell.hasEnded(place - 1)
    guard let next = findCall() else { return nil }
    if next.clause == call.clause { return next }
    found = next
    return nil
  }

  /// Looks how far the log can be read by now; false if no further than before.
  @inlinable
  mutating func readOn() -> Bool {
    guard let chunk else { return false }
    readable = chunk.readable(after: place)
    return place < readable
  }

  /// Lets others run when they come first, and once when nothing is left to be read; false when the stretch is over.
  @inlinable
  mutating func letOthersRun() async -> Bool {
    guard place < end, turn.state != .fresh else { return false }
    if turn.state == .spent { await turn.pause() } else { await turn.yield() }
    return true
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

  @inlinable
  mutating func clause(of line: LogLine, for cell: Cell) -> Int? {
    if line.kind == kind, line.scopeName == scopeName, !cell.hasFilters { return clause }
    (kind, scopeName, clause) = (line.kind, line.scopeName, cell.match(line))
    return clause
  }
}
