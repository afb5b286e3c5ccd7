/// What a publisher gets back: the event's place in the log, and, when it waits, how each delivery ended.
///
/// A handler's failure is an outcome here, never an error of `post` or `publish`. A receipt may be dropped, and may be asked
/// at any later time.
public struct Receipt: Sendable {
  /// What became of an event when it was posted.
  public enum Disposition: Sendable, Equatable {
    /// It is in the log.
    case accepted
    /// It was posted before the launch and comes after it; the receipt tells then what became of it.
    case waitingForLaunch
    /// Its id was accepted before, or it is a second launch: not delivered. The receipt's outcomes are the first one's.
    case duplicate
    /// It went away without having been present, or a report changed nothing: not delivered.
    case dropped
    /// A limit or a rule is against it, as the text says: not delivered.
    case refused(String)
    /// The bus is shut down: not delivered.
    case closed
  }

  @usableFromInline let entry: Entry
  @usableFromInline let core: Core

  @inlinable
  init(entry: Entry, core: Core) {
    self.entry = entry
    self.core = core
  }

  /// What became of the event, as far as is known now.
  public var disposition: Disposition {
    core.disposition(of: entry)
  }

  /// The event's place in the bus's log; of a duplicate the first one's, and 0 for one that is not in the log.
  public var sequence: Int {
    core.sequence(of: entry)
  }

  /// The event's identity; an event that got none and is not in the log yet has the id `0`.
  public var id: EventID {
    guard let given = entry.given else { return EventID("\(sequence)") }
    return given.id
  }

  /// The receipts of what the event derived: a first appearance, a change of phase; of a duplicate, what the first one derived.
  public var derived: [Receipt] {
    core.derived(from: entry).map { Receipt(entry: $0, core: core) }
  }

  /// Waits until every delivery of the event has ended, or is held by a gate that has a verdict, which is then named.
  ///
  /// A closed gate settles it, a pending one does not. An event that is not delivered is settled at once; one that is kept for a
  /// reserved handler is settled when that has come. In a handler's call use ``Delivery/settled(_:)``, which knows what that call
  /// keeps waiting.
  ///
  /// - Returns: An outcome for each handler that wanted the event.
  /// - Throws: `CancellationError` if the calling task is cancelled; nothing else, whatever the handlers do.
  @discardableResult
  public func settled() async throws -> [HandlerID: Outcome] {
    try await core.settle(entry)
  }

  /// Waits as ``settled()`` does, and at most so long: what has not ended by then is told as it stands.
  ///
  /// - Returns: An outcome for each handler that wanted the event; of an event that is still held for the launch, none.
  /// - Throws: `CancellationError` if the calling task is cancelled.
  @discardableResult
  public func settled(within limit: Duration) async throws -> [HandlerID: Outcome] {
    try await core.settle(entry, within: limit)
  }

  /// How each delivery stands now, without waiting.
  public var outcomes: [HandlerID: Outcome] {
    core.outcomes(of: entry)
  }

  /// How often each handler was called, and how long its last call took, or has taken so far.
  ///
  /// Of a call that ended while nobody read the bus's ``LifecycleBus/activity`` nothing is known; of one that runs, always.
  public var calls: [HandlerID: CallRecord] {
    core.step { machine, now, effects in machine.calls(of: entry, now, &effects) }
  }

  /// False while the ledger does not have an event that a durable handler wants, and if it could not keep it.
  public var isStored: Bool {
    core.look { _ in entry.isStored }
  }

  /// The durable handlers that want the event and are not registered: it is kept for them.
  public var keptFor: [HandlerID] { core.look { _ in (entry.notes?.original ?? entry).notes?.keptFor ?? [] } }

  /// Waits until the ledger has the event, if a durable handler wants it; ``LifecycleBus/publish(_:id:)`` does so itself.
  ///
  /// - Throws: ``LifebusError/notStored(_:)`` if the ledger cannot keep it: durable handlers do not get it then, all others do;
  ///   ``LifebusError/closed`` if the bus was shut down meanwhile; `CancellationError` if the calling task is cancelled.
  public func stored() async throws { try await core.stored(entry) }

  /// The receipt, unless the event was refused.
  @usableFromInline
  func checked() throws -> Receipt {
    switch disposition {
    case .refused(let reason): throw LifebusError.refused(reason)
    case .closed: throw LifebusError.closed
    default: return self
    }
  }
}

/// How one delivery's calls went.
public struct CallRecord: Sendable, Equatable {
  /// Calls that have begun.
  public let attempts: Int
  /// How long the last of them took.
  public let duration: Duration
}
