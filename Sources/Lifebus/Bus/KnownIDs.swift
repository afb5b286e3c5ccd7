/// The given ids that were accepted, within a limit of count and age (E6).
struct KnownIDs {
  private let limit: Int
  private let age: Duration
  private var entries: [EventID: Entry] = [:]
  private var order = Deque<(id: EventID, at: Duration)>()

  init(limit: Int, age: Duration) {
    self.limit = limit
    self.age = age
  }

  /// The event that had the id first.
  mutating func first(_ id: EventID, _ now: Duration) -> Entry? {
    while let oldest = order.first, now - oldest.at > age { forgetOldest() }
    return entries[id]
  }

  mutating func remember(_ id: EventID, _ entry: Entry, _ now: Duration) {
    guard entries.updateValue(entry, forKey: id) == nil else { return }
    order.append((id, now))
    if order.count > limit { forgetOldest() }
  }

  private mutating func forgetOldest() {
    if let oldest = order.popFirst() { entries[oldest.id] = nil }
  }
}
