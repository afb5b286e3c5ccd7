extension Row {
  /// P13: what the bus has in memory while a handler is a million events behind, and when it has caught up.
  ///
  /// An event takes 112 bytes and its place in a backlog 24, as README says. With room for 100 000 it may keep what its log holds
  /// besides, which is 65 536 more.
  static let backlog = [
    Row(
      "P13", "memory for each of 1 000 000 events that a handler is behind", in: .bytes, goal: .atMost(140),
      Backlog(posts: 1_000_000, limit: 1_000_001, .whileBehind)),
    Row(
      "P13", "what is left of each of them when it has caught up", in: .bytes, goal: .atMost(1),
      Backlog(posts: 1_000_000, limit: 1_000_001, .afterwards)),
    Row(
      "P13", "memory with 1 000 000 posts and room for 100 000", in: .bytes, goal: .atMost(1.66),
      Backlog(posts: 1_000_000, limit: 100_000, .whileBehind, isWhole: true),
      against: Backlog(posts: 100_000, limit: 100_000, .whileBehind, isWhole: true)),
  ]
}
