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
  mutating func first(_ id: EventID, _ now: Duration, _ effects: inout Effects) -> Entry? {
    while let oldest = order.first, now - oldest.at > age { forgetOldest(&effects) }
    return entries[id]
  }

  mutating func remember(_ id: EventID, _ entry: Entry, _ now: Duration, _ effects: inout Effects) {
    guard entries.updateValue(entry, forKey: id) == nil else { return }
    order.append((id, now))
    if order.count > limit { forgetOldest(&effects) }
  }

  /// Forgets an id whose event was not accepted after all.
  mutating func forget(_ id: EventID, _ effects: inout Effects) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    effects.keep(entry)
    _ = order.extract { $0.id == id }
  }

  private mutating func forgetOldest(_ effects: inout Effects) {
    guard let oldest = order.popFirst(), let entry = entries.removeValue(forKey: oldest.id) else { return }
    effects.keep(entry)
  }
}
