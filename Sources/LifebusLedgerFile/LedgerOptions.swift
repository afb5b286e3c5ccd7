/// What a ledger keeps, and for how long.
///
/// What waits, dead letters and once-keys have no limit of their own: the bus bounds the former two, and a key holds for ever.
public struct SQLiteLedgerOptions: Sendable {
  /// The newest events that are kept after all their deliveries have ended (10 000 events); older ones go as soon as nobody
  /// waits for them.
  ///
  /// Given ids are known as long as their events are kept.
  public var keptEvents = 10_000

  /// How long an event is kept after all its deliveries have ended (30 days).
  public var keptAge: Duration = .seconds(30 * 86_400)

  /// Given ids of events that a new process knows (65 536 ids), the newest.
  public var rememberedIDs = 65_536

  /// How long a given id is known (24 hours).
  public var rememberedIDAge: Duration = .seconds(86_400)

  /// How long a handler keeps its place without being there (90 days); then what waits for it has ended as `forgotten`.
  ///
  /// While it is away, what it wants is kept for it: up to ``Limits/backlog`` deliveries, beyond which the bus forgets it, too.
  public var absentHandlerAge: Duration = .seconds(90 * 86_400)

  /// Creates the default options.
  public init() {}
}
