/// Lets one task wait until so many have arrived.
struct Countdown: Sendable {
  private let count: Int
  private let arrivals: AsyncStream<Void>
  private let arrival: AsyncStream<Void>.Continuation

  init(_ count: Int) {
    self.count = count
    (arrivals, arrival) = AsyncStream.makeStream()
  }

  func arrive() { arrival.yield() }

  func wait() async {
    var arrivals = arrivals.makeAsyncIterator()
    for _ in 0..<count { await arrivals.next() }
  }
}
