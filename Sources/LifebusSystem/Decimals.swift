/// Numbers with three digits after the point.
package enum Decimals {
  /// A number of microseconds in a larger unit, such as `0.012`.
  package static func text(microseconds: Int, per unit: Int) -> String {
    let thousandths = microseconds / (unit / 1_000)
    let rest = String(thousandths % 1_000)
    return "\(thousandths / 1_000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}

extension Duration {
  /// Whole microseconds.
  package var microseconds: Int { Int(components.seconds) * 1_000_000 + Int(components.attoseconds / 1_000_000_000_000) }

  /// The time with about three digits: `12 µs`, `3.4 ms`, `1.25 s`.
  package var brief: String {
    switch microseconds {
    case ..<1_000: "\(microseconds) µs"
    case ..<1_000_000: String(Decimals.text(microseconds: microseconds, per: 1_000).dropLast(2)) + " ms"
    default: String(Decimals.text(microseconds: microseconds, per: 1_000_000).dropLast(1)) + " s"
    }
  }
}
