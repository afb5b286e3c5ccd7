import Lifebus

/// The handler of every contender: it checks the order and counts.
actor Counter: LifecycleHandler {
  nonisolated let id: HandlerID
  private(set) var tally = Tally()

  init(_ index: Int) {
    id = HandlerID("counter-\(index)")
  }

  func take(_ number: Int) { tally.take(number) }
  func takeLater(_ number: Int) async { tally.take(number) }

  /// So many of them.
  static func several(_ count: Int) -> [Counter] { (0..<count).map { Counter($0) } }
}

extension [Counter] {
  /// Refuses a run in which not every handler got this many events, in order.
  func check(_ count: Int, of contender: any Contender) async throws {
    var tallies: [Tally] = []
    for counter in self { tallies.append(await counter.tally) }
    try tallies.check(count, of: contender)
  }
}
