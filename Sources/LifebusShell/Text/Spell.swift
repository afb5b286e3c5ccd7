internal import LifebusSystem

/// How long something lasts or is ago, as people say it.
enum Spell {
  /// The time with at most two units: `0.3 s`, `12 s`, `3 min 12 s`, `2 h 5 min`, `3 d 4 h`.
  static func text(seconds: Double) -> String {
    guard seconds.isFinite, seconds < 1e12 else { return "for ever" }
    guard seconds >= 10 else {
      return Decimals.text(microseconds: max(0, Int(seconds * 1e6)), per: 1_000_000).dropLast(2) + " s"
    }
    return Self.seconds(Int(seconds))
  }

  private static func seconds(_ whole: Int) -> String {
    switch whole {
    case ..<60: return "\(whole) s"
    case ..<3_600: return pair(whole, 60, "min", 1, "s")
    case ..<86_400: return pair(whole, 3_600, "h", 60, "min")
    default: return pair(whole, 86_400, "d", 3_600, "h")
    }
  }

  /// A limit that somebody has set, in milliseconds: `100 ms`, `30 s`.
  static func text(limit milliseconds: Int) -> String {
    milliseconds.isMultiple(of: 1_000) ? seconds(milliseconds / 1_000) : "\(milliseconds) ms"
  }

  /// A number of milliseconds with about three digits.
  static func text(milliseconds: Double) -> String {
    guard milliseconds.isFinite, abs(milliseconds) < 1e12 else { return "for ever" }
    return Duration.microseconds(Int64(milliseconds * 1_000)).brief
  }

  private static func pair(_ whole: Int, _ large: Int, _ name: String, _ small: Int, _ smallName: String) -> String {
    let rest = whole % large / small
    return rest == 0 ? "\(whole / large) \(name)" : "\(whole / large) \(name) \(rest) \(smallName)"
  }
}
