/// Who waits for the outcome of which event of one handler, in the log's order.
struct Awaited: Sendable {
  private var order: [Int] = []
  private var waiters: [Int: [ObjectIdentifier]] = [:]

  var isEmpty: Bool { order.isEmpty }

  mutating func add(_ waiter: ObjectIdentifier, for sequence: Int) {
    if waiters[sequence] == nil { order.insert(sequence, at: place(of: sequence)) }
    waiters[sequence, default: []].append(waiter)
  }

  /// Takes out all who wait for an event.
  mutating func take(_ sequence: Int) -> [ObjectIdentifier] {
    guard let taken = waiters.removeValue(forKey: sequence) else { return [] }
    order.remove(at: place(of: sequence))
    return taken
  }

  mutating func remove(_ waiter: ObjectIdentifier, for sequence: Int) {
    guard var left = waiters[sequence] else { return }
    left.removeAll { $0 == waiter }
    if left.isEmpty { _ = take(sequence) } else { waiters[sequence] = left }
  }

  /// The first event from this one on for which somebody waits.
  func first(from sequence: Int) -> Int? {
    let place = place(of: sequence)
    return place < order.count ? order[place] : nil
  }

  /// Where the event stands, or would stand.
  private func place(of sequence: Int) -> Int {
    var low = 0
    var high = order.count
    while low < high {
      let middle = (low + high) / 2
      if order[middle] < sequence { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
