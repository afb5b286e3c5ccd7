extension Row {
  /// P7 and P8: a durable delivery, its event, its start and its end kept in a database.
  ///
  /// How far the bus is ahead depends on the disk: the slower it synchronises, the further. So its own cost is told, too.
  static func durable(_ workplace: Workplace) -> [Row] {
    [
      Row("P7", "a page written and synchronised, the disk alone", SynchronisedPage(in: workplace)),
      Row(
        "P7", "a durable delivery, 8 handlers", goal: .atLeast(4, then: 8),
        DurableDelivery(handlers: 8, events: 1_000, in: workplace),
        against: TwoCommitsPeer(handlers: 8, events: 100, in: workplace)),
      Row(
        "P8", "a durable delivery, 64 handlers", goal: .atLeast(14, then: 25),
        DurableDelivery(handlers: 64, events: 300, in: workplace),
        against: TwoCommitsPeer(handlers: 64, events: 15, in: workplace)),
    ]
  }
}
