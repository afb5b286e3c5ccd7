#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Which servers want to be left alone, and until when.
struct RestTimes: Sendable {
  /// The longest wish that is obeyed, in seconds: a day.
  private static let longest: Duration = .seconds(86_400)

  private var ends: [String: Date] = [:]

  /// Notes a server's wish (`Retry-After`).
  ///
  /// - Returns: How long it is left alone.
  mutating func note(_ wish: Duration, of origin: String, at now: Date) -> Duration {
    let rest = min(wish, Self.longest)
    ends[origin] = now.addingTimeInterval(rest / .seconds(1))
    return rest
  }

  /// How long a server wants to be left alone still; nil if it does not.
  func rest(of origin: String, at now: Date) -> Duration? {
    guard let rest = ends[origin]?.timeIntervalSince(now), rest > 0 else { return nil }
    return .seconds(rest)
  }
}
