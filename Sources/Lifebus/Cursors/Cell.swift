import LifebusThreads
public import Synchronization

/// What a delivery knows beside its event and its numbers: the registration, and the given id of the event, if it has one.
@usableFromInline
class DeliveryContext: @unchecked Sendable {
  // Proof of @unchecked: it has nothing; its subclasses are constant.
  @usableFromInline init() {}

  var cell: Cell { preconditionFailure("a context without a registration") }
  var given: EventID? { nil }
  /// The idempotency key, where another process has made it.
  var key: String? { nil }
}

/// The context of an event that came with an id.
@usableFromInline
final class IdentifiedContext: DeliveryContext, @unchecked Sendable {
  // Proof of @unchecked: both are constant.
  private let registration: Cell
  private let id: EventID

  init(_ id: EventID, _ cell: Cell) {
    registration = cell
    self.id = id
    super.init()
  }

  override var cell: Cell { registration }
  override var given: EventID? { id }
}

/// One registration, as its delivery loop sees it: who is called, how, and whether the loan it has is still good.
///
/// Cycle: made by `register`; its loop runs whenever there is something to deliver, in a worker's task; freed
/// when it was replaced or unregistered and its last call has returned.
@usableFromInline
final class Cell: DeliveryContext, @unchecked Sendable {
  // Proof of @unchecked: everything it has is constant or atomic, or behind a lock.
  @usableFromInline let id: HandlerID
  @usableFromInline let core: Core
  @usableFromInline let traits: [ClauseTraits]
  /// True if any clause asks more of an event than its kind and scope.
  @usableFromInline let hasFilters: Bool
  @usableFromInline let turn: Int
  /// Set in the baton by whoever holds the bus's lock when a loan is called back.
  @usableFromInline static let revoked = 1 << 62

  let slot: Int
  let ownsGate: Bool
  let isDurable: Bool
  /// The sequence number of the call that is out within a loan, 0 before its first; ``revoked`` when it was called back.
  ///
  /// The loop puts in the number of the call that it is about to make and looks at what was there, in one step: so who calls
  /// a loan back knows exactly which call is the last.
  @usableFromInline let baton: Atomic<Int> = Atomic(0)

  /// The number of the last call of a loan that has ended.
  @usableFromInline let ended: Atomic<Int> = Atomic(0)

  /// Notes that a call of a loan has ended, so that nobody takes it for a running one while the loop looks at what follows.
  @inlinable
  func hasEnded(_ sequence: Int) { ended.store(sequence, ordering: .releasing) }

  /// True if the loan was called back.
  @inlinable var isCalledBack: Bool { baton.load(ordering: .relaxed) & Cell.revoked != 0 }

  /// Puts the number of the next call in the baton; false if the loan was called back, and the call is not to be made.
  @inlinable
  func mayCall(_ sequence: Int) -> Bool {
    baton.exchange(sequence, ordering: .acquiringAndReleasing) & Cell.revoked == 0
  }

  /// Runs its loop to its end; returns what the same worker is to run next.
  let run: @Sendable (Start) async -> Start?
  let stop: @Sendable () async -> Void
  /// Runs a job on the handler's actor, to see whether it answers.
  let probe: @Sendable () async -> Void
  /// Where its loop runs, if that is not the shared pool.
  let executor: (any TaskExecutor)?
  private let ownThread: ThreadExecutor?

  init(
    id: HandlerID, slot: Int, traits: [ClauseTraits], turn: Int, policy: Policy, core: Core,
    run: @escaping @Sendable (Start) async -> Start?, stop: @escaping @Sendable () async -> Void,
    probe: @escaping @Sendable () async -> Void
  ) {
    self.id = id
    self.slot = slot
    self.traits = traits
    hasFilters = traits.contains { $0.filter != nil }
    self.turn = max(turn, 1)
    self.run = run
    self.stop = stop
    self.probe = probe
    ownsGate = policy.gate != nil
    isDurable = policy.durability != .none
    self.core = core
    ownThread = if case .ownThread = policy.runsOn { ThreadExecutor(name: id.rawValue) } else { nil }
    executor = if case .executor(let executor) = policy.runsOn { executor } else { ownThread }
    super.init()
  }

  override var cell: Cell { self }

  deinit { ownThread?.close() }

  /// What is left of a registration that has ended: it still says what was wanted, and keeps no handler.
  var husk: Cell {
    Cell(
      id: id, slot: slot, traits: traits, turn: turn, policy: Policy(), core: core, run: { _ in nil }, stop: {}, probe: {})
  }

  /// The first clause that an event matches.
  @usableFromInline
  func match(_ line: LogLine) -> Int? {
    for index in traits.indices where traits[index].matches(line.kind, line.scopeName, line.entry) { return index }
    return nil
  }

  func match(_ entry: Entry) -> Int? {
    match(LogLine(entry: .passUnretained(entry), kind: entry.kind, scopeName: entry.scopeName))
  }
}
