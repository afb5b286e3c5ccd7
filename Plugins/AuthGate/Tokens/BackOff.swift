#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// How long to leave a server alone that does not give what is asked for.
struct BackOff {
  private static let longest = Duration.seconds(300)
  private static let longestWish = Duration.seconds(86_400)

  private let first: Duration
  private var failures = 0
  /// Until when the server wants to be left alone.
  private var wish: Date?

  /// Creates a rule whose waits begin with `first`, and double up to five minutes.
  init(first: Duration) {
    self.first = first
  }

  /// Counts a failure.
  ///
  /// - Parameters:
  ///   - wish: How long the server wants to be left alone, which is obeyed up to a day.
  ///   - now: The time.
  /// - Returns: How long to wait; a little more or less each time, so that not all come at once, and never less than the wish.
  mutating func wait(for wish: Duration?, at now: Date) -> Duration {
    failures += 1
    var wait = first
    for _ in 1..<min(failures, 32) where wait < Self.longest { wait = min(wait * 2, Self.longest) }
    let jitter = Double.random(in: 0...0.2)
    guard let wish = wish.map({ min($0, Self.longestWish) }) else { return wait * (0.9 + jitter) }
    self.wish = now.addingTimeInterval(wish / .seconds(1))
    return max(wait, wish) * (1 + jitter)
  }

  /// How long the server wants to be left alone still; nil if it does not.
  func rest(at now: Date) -> Duration? {
    guard let rest = wish?.timeIntervalSince(now), rest > 0 else { return nil }
    return .seconds(rest)
  }

  /// Forgets the failures.
  mutating func reset() {
    self = BackOff(first: first)
  }
}
