/// What a call does between its first line and its last.
enum Work: CaseIterable {
  case nothing
  case aFewMicroseconds
  case aSuspension
  case aFewMilliseconds

  /// One of them does; that it takes real time is its purpose: a kill is to find it running.
  static func some() async throws {
    switch allCases.randomElement() {
    case .aFewMicroseconds: compute()
    case .aSuspension: await Task.yield()
    case .aFewMilliseconds: try await ContinuousClock().sleep(for: .microseconds(Int.random(in: 500...3_000)))
    case .nothing, nil: break
    }
  }

  /// Computes for a few microseconds, without a suspension.
  static func compute() {
    let end = ContinuousClock.now + .microseconds(Int.random(in: 1...50))
    while ContinuousClock.now < end {}
  }
}
