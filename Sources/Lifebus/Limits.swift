/// Every bound of a bus, with its default, its unit, and what happens there.
public struct Limits: Sendable, Equatable {
  /// Events that may be posted before ``Launch`` (10 000 events).
  ///
  /// One more is not held: its receipt says ``Receipt/Disposition/refused(_:)``.
  public var heldBeforeLaunch = 10_000

  /// Deliveries that may wait for one handler (100 000 events).
  ///
  /// `post` never waits: beyond this the oldest delivery that may be dropped goes, with the outcome `skipped(.dropped)`.
  /// Launches, first appearances, and clauses with a `once` are never dropped.
  public var backlog = 100_000

  /// Dead letters that are kept for one handler (1 000 deliveries); beyond this the oldest is discarded.
  public var deadLetters = 1_000

  /// How far behind a cursor may read the log itself (65 536 events).
  ///
  /// Beyond this, what the handler wants moves to a backlog of its own, and the log's memory is released.
  public var logLength = 65_536

  /// Given event ids that are remembered (65 536 ids); beyond this the oldest is forgotten.
  public var rememberedIDs = 65_536

  /// How long a given event id is remembered (24 hours).
  public var rememberedIDAge: Duration = .seconds(86_400)

  /// Activity that may wait for one reader (8 192 items); beyond this the oldest goes, and the reader gets its count as
  /// ``Activity/Kind-swift.enum/lost(_:)``.
  public var activityBuffer = 8_192

  /// How long a gate stays pending when its owner gives no limit (30 seconds); then it is timed out.
  public var gateLimit: Duration = .seconds(30)

  /// How long all handlers' `stop()` may take together at a shutdown (5 seconds); then the shutdown ends without them.
  public var stopLimit: Duration = .seconds(5)

  /// Deliveries of one handler in a row, before it lets others run on its actor (64 deliveries, or 1 ms).
  public var turn = 64

  /// The same on the main actor (4 deliveries, or 1 ms).
  public var mainActorTurn = 4

  /// How long a call may keep its thread before ``Activity/Kind-swift.enum/blocked`` is reported (1 second).
  public var blockedAfter: Duration = .seconds(1)

  /// Creates the default limits.
  public init() {}
}
