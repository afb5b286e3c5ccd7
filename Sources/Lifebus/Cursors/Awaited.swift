/// Who waits for the outcome of which event of one handler, in the log's order.
struct Awaited: Sendable {
  private var waits: [(sequence: Int, waiter: ObjectIdentifier)] = []

  var isEmpty: Bool { waits.isEmpty }

  mutating func add(_ waiter: ObjectIdentifier, for sequence: Int) {
    waits.insert((sequence, waiter), at: place(of: sequence + 1))
  }

  /// Takes out all who wait for an event.
  mutating func take(_ sequence: Int) -> [ObjectIdentifier] {
    let taken = places(of: sequence)
    guard !taken.isEmpty else { return [] }
    defer { waits.removeSubrange(taken) }
    return waits[taken].map(\.waiter)
  }

  mutating func remove(_ waiter: ObjectIdentifier, for sequence: Int) {
    let all = places(of: sequence)
    if let place = waits[all].firstIndex(where: { $0.waiter == waiter }) { waits.remove(at: place) }
  }

  /// The first event from this one on for which somebody waits.
  func first(from sequence: Int) -> Int? {
    let place = place(of: sequence)
    return place < waits.count ? waits[place].sequence : nil
  }

  private func places(of sequence: Int) -> Range<Int> { place(of: sequence)..<place(of: sequence + 1) }

  /// Where the first stands who waits for this event or a later one.
  private func place(of sequence: Int) -> Int {
    var low = 0
    var high = waits.count
    while low < high {
      let middle = (low + high) / 2
      if waits[middle].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
