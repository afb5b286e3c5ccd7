internal import Lifebus

/// The ends that are noted and not recorded, by their numbers in the ring.
struct UnrecordedEnds {
  private struct Delivery: Hashable {
    let handler: HandlerID
    let sequence: Int
  }

  /// The first number that is not recorded; where all are, the next one to come.
  private(set) var first: UInt64
  private var next: UInt64
  private var numbers: [Delivery: UInt64] = [:]
  private var open: Set<UInt64> = []

  init(next: UInt64) { (first, self.next) = (next, next) }

  mutating func add(_ handler: HandlerID, _ sequence: Int, _ number: UInt64) {
    numbers[Delivery(handler: handler, sequence: sequence)] = number
    open.insert(number)
    next = number + 1
  }

  mutating func remove(_ handler: HandlerID, _ sequence: Int) {
    guard let number = numbers.removeValue(forKey: Delivery(handler: handler, sequence: sequence)) else { return }
    open.remove(number)
    while first < next, !open.contains(first) { first += 1 }
  }
}
