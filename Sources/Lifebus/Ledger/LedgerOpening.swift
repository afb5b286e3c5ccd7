/// When a bus opens its ledger.
public enum LedgerOpening: Sendable {
  /// When the bus is made; a ledger that cannot be opened then is an error.
  case atOnce
  /// When the bus is made or, if it cannot be opened then, as soon as it can: it is tried each second, and when
  /// ``LifecycleBus/openLedger()`` is called.
  ///
  /// Until then durable handlers, and those with a clause that holds across processes, are held, with those that come after them, and all others run. What was
  /// published meanwhile is accepted when the ledger is open, and comes after what an earlier process has left. Its places in the
  /// log are counted from the time of day, since those that are taken are not known yet. Given ids of earlier processes are not
  /// known either: what has such an id is a duplicate for durable handlers only.
  ///
  /// For files that the system keeps shut until the device was unlocked once.
  case whenPossible
}
