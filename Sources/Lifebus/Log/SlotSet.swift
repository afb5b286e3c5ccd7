/// A set of slots, each one bit: who wants a kind, who rests.
struct SlotSet: Equatable, Sequence, Sendable {
  private var low: UInt64 = 0
  private var high: [UInt64] = []

  var isEmpty: Bool { low == 0 && high.allSatisfy { $0 == 0 } }

  var count: Int { high.reduce(low.nonzeroBitCount) { $0 + $1.nonzeroBitCount } }

  mutating func insert(_ slot: Int) {
    guard slot >= 64 else { return low |= 1 << UInt64(slot) }
    let word = slot / 64 - 1
    while high.count <= word { high.append(0) }
    high[word] |= 1 << UInt64(slot % 64)
  }

  mutating func remove(_ slot: Int) {
    guard slot >= 64 else { return low &= ~(1 << UInt64(slot)) }
    let word = slot / 64 - 1
    guard word < high.count else { return }
    high[word] &= ~(1 << UInt64(slot % 64))
  }

  func contains(_ slot: Int) -> Bool {
    guard slot >= 64 else { return low & (1 << UInt64(slot)) != 0 }
    let word = slot / 64 - 1
    return word < high.count && high[word] & (1 << UInt64(slot % 64)) != 0
  }

  /// Takes out, and returns, those that are also in the other set.
  mutating func take(_ other: SlotSet) -> SlotSet {
    var taken = SlotSet()
    taken.low = low & other.low
    low &= ~taken.low
    for word in 0..<Swift.min(high.count, other.high.count) where high[word] & other.high[word] != 0 {
      while taken.high.count <= word { taken.high.append(0) }
      taken.high[word] = high[word] & other.high[word]
      high[word] &= ~taken.high[word]
    }
    return taken
  }

  func makeIterator() -> Iterator { Iterator(set: self, rest: low) }

  struct Iterator: IteratorProtocol {
    let set: SlotSet
    /// What is left of the word.
    var rest: UInt64
    var word = 0

    mutating func next() -> Int? {
      while rest == 0 {
        guard word < set.high.count else { return nil }
        rest = set.high[word]
        word += 1
      }
      defer { rest &= rest - 1 }
      return word * 64 + rest.trailingZeroBitCount
    }
  }
}
