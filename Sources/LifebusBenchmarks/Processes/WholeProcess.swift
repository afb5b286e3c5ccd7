/// A program that runs from its start to its end, again and again.
enum WholeProcess {
  /// The median of its runs, in nanoseconds.
  static func measure(_ path: String, _ arguments: [String], for contender: any Contender) throws -> Double {
    let clock = ContinuousClock()
    return try (0..<30).map { _ in
      let start = clock.now
      guard try ChildProcess(path, arguments).code() == 0 else { throw Lost(by: contender) }
      return start.duration(to: clock.now) / .nanoseconds(1)
    }.median
  }
}

/// The least that a process costs.
struct EmptyProgram: Contender {
  let name = "true, which does nothing"

  func measure() async throws -> Double {
    try WholeProcess.measure(Programs.installed("true"), [], for: self)
  }
}
