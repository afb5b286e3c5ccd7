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
  /// Whole microseconds, at most as many as a number can hold.
  package var microseconds: Int {
    let (seconds, isTooLong) = Int(components.seconds).multipliedReportingOverflow(by: 1_000_000)
    let (sum, isTooLongBy) = seconds.addingReportingOverflow(Int(components.attoseconds / 1_000_000_000_000))
    return isTooLong || isTooLongBy ? (self < .zero ? .min : .max) : sum
  }

  /// Seconds with three decimals.
  package var decimals: String { Decimals.text(microseconds: microseconds, per: 1_000_000) }

  /// The time with about three digits: `12 µs`, `3.4 ms`, `1.25 s`.
  package var brief: String {
    switch microseconds {
    case ..<1_000: "\(microseconds) µs"
    case ..<1_000_000: String(Decimals.text(microseconds: microseconds, per: 1_000).dropLast(2)) + " ms"
    default: String(Decimals.text(microseconds: microseconds, per: 1_000_000).dropLast(1)) + " s"
    }
  }

  /// Reads `500ms`, `5s` or `2m`; nil for anything else, and for more than a day.
  package init?(brief text: String) {
    let units: [(suffix: String, duration: Duration)] = [("ms", .milliseconds(1)), ("s", .seconds(1)), ("m", .seconds(60))]
    guard let unit = units.first(where: { text.hasSuffix($0.suffix) }), let number = Int(text.dropLast(unit.suffix.count)),
      number >= 0, number <= 86_400_000, unit.duration * number <= .seconds(86_400)
    else { return nil }
    self = unit.duration * number
  }
}
