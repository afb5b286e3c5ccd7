public import LifebusThreads

/// Gives the actor up and takes it again: whoever waits for it comes first.
///
/// It costs a twentieth of a task's yield, which also gives up the thread.
@concurrent @inline(never) @usableFromInline
func leaveActor() async {
  _ = Task.isCancelled
}

/// How much a loop has delivered since it last let others run.
@usableFromInline
struct TurnBudget {
  @usableFromInline
  enum State: Sendable {
    /// Nothing was delivered.
    case fresh
    /// Some was, and there may be more.
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
  @usableFromInline var state = State.fresh

  @inlinable
  init(_ limit: Int, since start: Int64 = continuousNanoseconds()) {
    self.limit = limit
    self.start = start
  }

  @inlinable var isSpent: Bool { calls >= limit || state == .overtime }

  @inlinable
  mutating func count() {
    calls += 1
    state = calls >= limit ? .spent : .open
    // The clock is read for one call in sixteen, and for the last.
    if calls & 15 == 0 || state == .spent, continuousNanoseconds() - start >= 1_000_000 { state = .overtime }
  }

  /// Lets others have the actor, and begins anew; the time on the thread goes on.
  @inlinable
  mutating func pause() async {
    await leaveActor()
    self = TurnBudget(limit, since: start)
  }

  /// Lets others have the thread, and begins anew.
  @inlinable
  mutating func yield() async {
    await Task.yield()
    self = TurnBudget(limit)
  }
}
