import Lifebus

/// The memory of a bus, one of whose handlers is held while events are posted.
struct Backlog: Contender {
  /// When the memory is looked at.
  enum Moment: Sendable {
    case whileBehind
    case afterwards
  }

  private let posts: Int
  private let limit: Int
  private let moment: Moment
  /// All bytes, and not those for each event.
  private let isWhole: Bool

  init(posts: Int, limit: Int, _ moment: Moment, isWhole: Bool = false) {
    (self.posts, self.limit, self.moment, self.isWhole) = (posts, limit, moment, isWhole)
  }

  var name: String { "\(posts) posts and room for \(limit)" }

  func prepare() async throws { try LiveBytes.require() }

  func measure() async throws -> Double {
    var limits = Limits()
    limits.backlog = limit
    let (bus, held, counter) = (LifecycleBus(limits: limits), Held(), Counter(0))
    try bus.register(counter) { on in
      on(Launch.self) { _, _ in await held.wait() }
      on(Tick.self) { counter, delivery in counter.take(delivery.event.number) }
    }
    bus.post(Launch())
    let start = LiveBytes.now
    for number in 0..<posts { bus.post(Tick(number: number)) }
    let behind = LiveBytes.now
    await held.open()
    try await bus.idle()
    let caughtUp = LiveBytes.now
    try check(await counter.tally, limits)
    return ((moment == .whileBehind ? behind : caughtUp) - start) / (isWhole ? 1 : Double(posts))
  }

  /// What was not dropped came in order; the bus may keep as much more as its log holds.
  private func check(_ tally: Tally, _ limits: Limits) throws {
    let kept = min(posts, limits.backlog)...min(posts, limits.backlog + limits.logLength)
    guard tally.isInOrder, kept.contains(tally.count) else { throw Lost(by: self) }
  }
}
