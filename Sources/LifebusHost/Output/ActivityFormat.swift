internal import Lifebus

/// How activity is written: a timeline for people, or JSON.
protocol ActivityFormat: Sendable {
  /// The line for one item; nil if it has none.
  mutating func line(for activity: Activity) -> String?

  /// The last lines.
  func lines(for summary: Summary) -> [String]
}
