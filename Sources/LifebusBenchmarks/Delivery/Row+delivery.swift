extension Row {
  /// P1 and P2: each event to eight handlers, from the first post until the last handler has returned.
  static func delivery(_ workplace: Workplace) -> [Row] {
    let (suspending, immediate) = (BusDelivery(suspends: true), BusDelivery(suspends: false))
    let (center, stream) = (NotificationCenterPeer(), AsyncStreamPeer())
    let what = "an event to 8 handlers,"
    return [
      Row("P1", "\(what) \(suspending.name)", goal: .atLeast(8, then: 13), suspending, against: center),
      Row("P1", "\(what) \(immediate.name)", goal: .atLeast(15, then: 25), immediate, against: center),
      Row("P2", "\(what) \(suspending.name)", goal: .atLeast(25, then: 40), suspending, against: stream),
      Row("P2", "\(what) \(immediate.name)", goal: .atLeast(50, then: 100), immediate, against: stream),
      Row("P1", "\(what) \(immediate.name)", immediate, against: ClosurePeer()),
      Row("P1", "\(what) \(suspending.name)", suspending, against: AwaitedCallsPeer()),
      Row("P1", "\(what) \(suspending.name)", suspending, against: GuavaPeer(workplace)),
    ]
  }
}
