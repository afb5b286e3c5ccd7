internal import Lifebus
internal import LifebusSystem

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The time of day that belongs to a time on the bus's clock, in ISO 8601 with milliseconds.
struct WallClock: Sendable {
  private let start: Date
  private var second = -1
  private var secondText = ""

  /// The clock of a bus.
  init(of bus: LifecycleBus) {
    self.init(start: Date(timeIntervalSinceNow: -(bus.now / .seconds(1))))
  }

  /// - Parameter start: The instant at which the bus's clock stood at zero.
  init(start: Date) {
    self.start = start
  }

  /// The time as text; the date is worked out once a second.
  mutating func text(at time: Duration) -> String {
    let milliseconds = Int((start.timeIntervalSince1970 * 1_000).rounded(.down)) + time.microseconds / 1_000
    if milliseconds / 1_000 != second {
      second = milliseconds / 1_000
      secondText = String(Date(timeIntervalSince1970: Double(second)).formatted(.iso8601).dropLast())
    }
    let rest = String(milliseconds % 1_000)
    return secondText + "." + String(repeating: "0", count: 3 - rest.count) + rest + "Z"
  }
}
