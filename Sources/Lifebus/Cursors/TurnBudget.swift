public import LifebusThreads

/// Gives the actor up and takes it again: whoever waits for it comes first.
///
/// It costs a twentieth of a task's yield, which also gives up the thread.
@concurrent @inline(never)
func leaveActor() async {
  _ = Task.isCancelled
}

/// How much a loop has delivered since it last let others run.
@usableFromInline
struct TurnBudget {
  @usableFromInline
  enum State: Sendable {
    /// More may be delivered.
    case open
    /// Others come first on the actor.
    case spent
    /// Others come first on the thread.
    case overtime
  }

  /// When it began, in nanoseconds of real time, whatever clock the bus has: it is the thread that is shared.
  @usableFromInline let start: Int64
  @usableFromInline let limit: Int
  @usableFromInline var calls = 0
  @usableFromInline var state = State.open

  @inlinable
  init(_ limit: Int, since start: Int64 = continuousNanoseconds()) {
    self.limit = limit
    self.start = start
  }

  /// The clock is read once for so many calls, and for the last of a turn.
  static let stride = 16

  /// How many more calls may be made.
  var left: Int { state == .overtime ? 0 : limit - calls }

  mutating func count(_ more: Int) {
    guard more > 0 else { return }
    let wasRead = calls / TurnBudget.stride
    calls += more
    state = calls >= limit ? .spent : .open
    if calls / TurnBudget.stride > wasRead || state == .spent, isOver { state = .overtime }
  }

  /// True when the thread was kept for a millisecond.
  var isOver: Bool { continuousNanoseconds() - start >= 1_000_000 }

  /// Lets others have the actor, and begins anew; the time on the thread goes on.
  @usableFromInline
  mutating func pause() async {
    await leaveActor()
    self = TurnBudget(limit, since: start)
  }

  /// Lets others have the thread, and begins anew.
  @usableFromInline
  mutating func yield() async {
    await Task.yield()
    self = TurnBudget(limit)
  }
}
