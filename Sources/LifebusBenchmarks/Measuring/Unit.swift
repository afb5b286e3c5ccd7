import Foundation

/// What a figure counts.
enum Unit: String, Sendable {
  case nanoseconds = "ns"
  case milliseconds = "ms"
  case bytes
  case pieces = "times"
  case linesPerSecond = "lines/s"

  /// A figure for people, in a unit that makes it short.
  func text(_ figure: Double) -> String {
    switch self {
    case .nanoseconds where figure >= 1_000_000: "\(rounded(figure / 1_000_000)) ms"
    case .nanoseconds where figure >= 10_000: "\(rounded(figure / 1_000)) µs"
    case .bytes where figure >= 1_000_000: "\(rounded(figure / 1_000_000)) MB"
    default: "\(rounded(figure)) \(rawValue)"
    }
  }
}

/// A measured number, as exact as it is worth.
func rounded(_ value: Double) -> String { String(format: value < 100 ? "%.2f" : "%.0f", value) }
