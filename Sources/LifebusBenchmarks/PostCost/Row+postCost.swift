extension Row {
  /// P3 and P4: what one `post` costs its caller, with busy handlers and with idle ones.
  static let postCost: [Row] =
    [1, 8, 64].map { handlers in
      Row("P3", "a post, \(BusyPost(handlers: handlers).name)", goal: .atMost(150), BusyPost(handlers: handlers))
    } + [
      Row(
        "P3", "a post, \(BusyPost(handlers: 64).name)", goal: .atMost(1.5), BusyPost(handlers: 64),
        against: BusyPost(handlers: 1)),
      Row(
        "P4", "a post, \(IdlePost(handlers: 64).name)", goal: .atMost(1.5), IdlePost(handlers: 64),
        against: IdlePost(handlers: 1)),
    ]
}
