/// Tells the time of the calendar from the time of a bus.
///
/// It is set once: lines stay in the order of their times, also when somebody sets the system's clock.
struct Anchor: Sendable {
  private let start: Int

  /// Sets the anchor at an instant for which both times are known: seconds since 1970, and the bus's.
  init(wall: Double, bus: Duration) {
    start = Int(wall * 1000) - bus.milliseconds
  }

  /// Milliseconds since 1970.
  func milliseconds(at time: Duration) -> Int { start + time.milliseconds }
}

extension Duration {
  fileprivate var milliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}

/// A time as ISO 8601 writes it, such as `2026-01-31T08:00:00.250Z`.
package enum Timestamp {
  /// Writes the time of so many milliseconds since 1970, in UTC.
  package static func text(_ milliseconds: Int) -> String {
    let (days, rest) = split(milliseconds, by: 86_400_000)
    let (year, month, day) = date(days)
    let (seconds, fraction) = split(rest, by: 1000)
    let (minutes, second) = split(seconds, by: 60)
    let (hour, minute) = split(minutes, by: 60)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24)
    func add(_ number: Int, digits: Int, then separator: Unicode.Scalar) {
      var unit = (1..<digits).reduce(1) { unit, _ in unit * 10 }
      while unit > 0 {
        bytes.append(UInt8(ascii: "0") + UInt8(number / unit % 10))
        unit /= 10
      }
      bytes.append(UInt8(ascii: separator))
    }
    add(year, digits: 4, then: "-")
    add(month, digits: 2, then: "-")
    add(day, digits: 2, then: "T")
    add(hour, digits: 2, then: ":")
    add(minute, digits: 2, then: ":")
    add(second, digits: 2, then: ".")
    add(fraction, digits: 3, then: "Z")
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func split(_ number: Int, by unit: Int) -> (Int, Int) {
    let quotient = (number >= 0 ? number : number - unit + 1) / unit
    return (quotient, number - quotient * unit)
  }

  /// The date of a day since 1970: the known arithmetic on eras of 400 years that begin with March.
  private static func date(_ days: Int) -> (Int, Int, Int) {
    let (era, day) = split(days + 719_468, by: 146_097)
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let isNext = month >= 10
    return (era * 400 + year + (isNext ? 1 : 0), isNext ? month - 9 : month + 3, dayOfYear - (153 * month + 2) / 5 + 1)
  }
}
