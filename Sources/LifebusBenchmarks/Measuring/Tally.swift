/// What a handler has got: how many events, and whether in order.
struct Tally {
  private(set) var count = 0
  private var last = -1
  private(set) var isInOrder = true

  mutating func take(_ number: Int) {
    if number <= last { isInOrder = false }
    last = number
    count += 1
  }
}

extension [Tally] {
  /// Refuses a run in which not every handler got this many events, in order.
  func check(_ count: Int, of contender: any Contender) throws {
    guard allSatisfy({ $0.isInOrder && $0.count == count }) else { throw Lost(by: contender) }
  }
}
